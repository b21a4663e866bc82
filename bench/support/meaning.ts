import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readEncoderFolder } from "../../packages/server/src/adapters/onnx/encoder-folder.ts";
import { loadSentenceEncoder } from "../../packages/server/src/adapters/onnx/sentence-encoder.ts";
import { withoutFirst } from "../../packages/server/src/adapters/onnx/word-vectors.ts";
import type { ProjectId } from "../../packages/server/src/kernel/ids.ts";
import type { Likeness } from "../../packages/server/src/models/compare-meaning.ts";
import { cosineScaleIn } from "../../packages/server/src/models/cosine-scale.ts";
import type { EmbeddedWords, EmbeddingPurpose } from "../../packages/server/src/models/embedder.ts";
import { createCompareMeaning } from "../../packages/server/src/retrieval/dense/compare-meaning.ts";

export type Meaning = {
  /** Vectors of length 1 of passages, in the order of the texts. */
  vectorsOf(texts: readonly string[]): Promise<Float32Array[]>;
  /** The cosines of a question and texts. */
  compare(question: string, texts: readonly string[]): Promise<number[]>;
  /** What the service judges sentences by. */
  alike(question: string, texts: readonly string[], sections: number): Promise<Likeness | null>;
  /** Writes the vectors that were made, for the next run. */
  save(): Promise<void>;
};

const cachePath = join(tmpdir(), "headwater-bench", "vectors.json");

/** A sentence encoder in this process. Its vectors are kept in the temporary folder of the machine, by their texts. */
export async function openMeaning(folder: string): Promise<Meaning> {
  const encoder = await readEncoderFolder(folder);
  const encode = await loadSentenceEncoder(encoder);
  const known = new Map<string, string>(
    JSON.parse(await readFile(cachePath, "utf8").catch(() => "[]")) as [string, string][],
  );
  const keyOf = (text: string) => createHash("sha1").update(`${folder} ${text}`).digest("base64url");
  const unpack = (packed: string): Float32Array => {
    const bytes = Buffer.from(packed, "base64");
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  };
  const vectorOf = async (text: string): Promise<Float32Array> => {
    const key = keyOf(text);
    const packed = known.get(key);
    if (packed !== undefined) return unpack(packed);
    const { vector } = await encode({ text });
    known.set(key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64"));
    return vector;
  };
  const vectorsOf: Meaning["vectorsOf"] = async (texts) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await vectorOf(encoder.prefixes.passage + text));
    return vectors;
  };
  const compare: Meaning["compare"] = async (question, texts) => {
    const asked = await vectorOf(encoder.prefixes.query + question);
    return (await vectorsOf(texts)).map((vector) => dot(asked, vector));
  };
  const wordsOf = async (text: string, purpose: EmbeddingPurpose): Promise<EmbeddedWords> => {
    const prefix = encoder.prefixes[purpose];
    const { words, ...encoded } = await encode({ text: prefix + text, words: true });
    return { ...encoded, ...(words && { words: withoutFirst(words, prefix) }), usage: {} };
  };
  const asked = new Map<string, Promise<EmbeddedWords>>();
  const askedWords = (question: string): Promise<EmbeddedWords> => {
    const known = asked.get(question) ?? wordsOf(question, "query");
    asked.set(question, known);
    return known;
  };
  const compareMeaning = createCompareMeaning({
    embedder: {
      space: "bench",
      async embed() {
        throw new Error("A text was embedded without its words");
      },
      // A question is asked of many documents.
      embedWords: (text, purpose) => (purpose === "query" ? askedWords(text) : wordsOf(text, purpose)),
    },
    vectors: { spaces: async () => [], find: async () => new Map() },
    log: {
      fellBack(_what, error) {
        throw error;
      },
    },
    scale: cosineScaleIn(folder),
  });
  return {
    vectorsOf,
    compare,
    alike: (question, texts, sections) =>
      compareMeaning("bench" as ProjectId, question, texts, true, sections),
    async save() {
      await mkdir(dirname(cachePath), { recursive: true });
      await writeFile(cachePath, JSON.stringify([...known]));
    },
  };
}

export const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
