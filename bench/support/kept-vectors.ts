import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalEmbedder } from "../../packages/server/src/adapters/onnx/local-embedder.ts";
import { builtInEncoder } from "../../packages/server/src/models/built-in-encoder.ts";
import type { EmbeddingPurpose } from "../../packages/server/src/models/embedder.ts";

const entry = new URL("../../packages/server/src/compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;

export type KeptVectors = {
  vectors(texts: string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/**
 * The service's encoder, or that of a folder. Its vectors of a list of texts are kept in the system's folder of temporary
 * files: embedding all collections takes a core a quarter of an hour.
 */
export async function openKeptVectors(folder = builtInEncoder()?.folder ?? ""): Promise<KeptVectors> {
  const embedder = await openLocalEmbedder(folder, entry);
  const kept = join(tmpdir(), "headwater-bench-vectors");
  mkdirSync(kept, { recursive: true });
  return {
    async vectors(texts, purpose) {
      const hash = createHash("sha256")
        .update(JSON.stringify([embedder.space, purpose, texts]))
        .digest("hex");
      const path = join(kept, `${hash}.f32`);
      if (existsSync(path)) {
        const bytes = readFileSync(path);
        const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
        const dimensions = all.length / texts.length;
        return texts.map((_, at) => all.subarray(at * dimensions, (at + 1) * dimensions));
      }
      const { vectors } = await embedder.embed(texts, purpose, never);
      const [first] = vectors;
      if (!first) return [];
      const all = new Float32Array(vectors.length * first.length);
      for (const [at, vector] of vectors.entries()) all.set(vector, at * first.length);
      writeFileSync(path, new Uint8Array(all.buffer));
      return vectors;
    },
    close: () => embedder.close(),
  };
}
