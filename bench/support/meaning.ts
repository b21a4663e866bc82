import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readEncoderFolder } from "../../packages/server/src/adapters/onnx/encoder-folder.ts";
import { loadSentenceEncoder } from "../../packages/server/src/adapters/onnx/sentence-encoder.ts";
import { cosineScaleIn, onCommonScale } from "../../packages/server/src/models/cosine-scale.ts";

export type Meaning = {
  /** Vectors of length 1 of passages, in the order of the texts. */
  vectorsOf(texts: readonly string[]): Promise<Float32Array[]>;
  /** The cosines of a question and texts. */
  compare(question: string, texts: readonly string[]): Promise<number[]>;
  /** The same on the common scale of encoders, where theirs was measured: what the service judges sentences by. */
  alike(question: string, texts: readonly string[]): Promise<number[]>;
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
    const { vector } = await encode(text);
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
  const scale = cosineScaleIn(folder);
  return {
    vectorsOf,
    compare,
    async alike(question, texts) {
      const cosines = await compare(question, texts);
      return scale ? cosines.map((cosine) => onCommonScale(scale, cosine)) : cosines;
    },
    async save() {
      await mkdir(dirname(cachePath), { recursive: true });
      await writeFile(cachePath, JSON.stringify([...known]));
    },
  };
}

export const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
