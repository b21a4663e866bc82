import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { EncoderFolder } from "./encoder-folder.ts";

/** Characters of the hash: two models never share so many. */
const hashLength = 24;

/**
 * Names the vectors that an encoder makes, wherever its folder lies: by all that they depend on. Reads the whole model,
 * some hundred megabytes a second.
 */
export async function encoderSpace(encoder: EncoderFolder): Promise<string> {
  const hash = createHash("sha256");
  const { pooling, maxTokens, prefixes } = encoder;
  hash.update(JSON.stringify({ pooling, maxTokens, prefixes }));
  for (const path of [encoder.tokenizer, encoder.tokenizerConfig, ...(await modelFiles(encoder))]) {
    if (path === null) continue;
    for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  }
  return `local:${hash.digest("hex").slice(0, hashLength)}`;
}

/** Weights of large models lie in files beside them: `model.onnx_data`. */
async function modelFiles({ model }: EncoderFolder): Promise<string[]> {
  const names = await readdir(dirname(model));
  return names
    .filter((name) => name.startsWith(basename(model)))
    .sort()
    .map((name) => join(dirname(model), name));
}
