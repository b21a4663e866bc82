import type { CompareMeaning } from "../../models/compare-meaning.ts";
import { type CosineScale, onCommonScale } from "../../models/cosine-scale.ts";
import type { Embedder } from "../../models/embedder.ts";
import { hashText } from "./embedded-text.ts";
import type { EmbeddingLog } from "./embedding-log.ts";
import type { VectorStore } from "./vector-store.ts";

/** A vector of length 1 in a byte a dimension. Its cosines are off by less than .005. */
type PackedVector = { bytes: Int8Array; scale: number };

const maxByte = 127;

function packVector(vector: Float32Array): PackedVector {
  const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / maxByte || 1;
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

/** The cosine of a vector of length 1 and a packed one. */
function cosineTo(vector: Float32Array, { bytes, scale }: PackedVector): number {
  let sum = 0;
  for (const [index, value] of bytes.entries()) sum += value * (vector[index] ?? 0);
  return sum * scale;
}

/** A question waits no longer for the vectors of its texts. The first may wait for a large model to load. */
const embeddingMs = 20_000;
/** Vectors that are remembered: some 30 MB of those with 384 dimensions. */
const maxRemembered = 60_000;

/**
 * Compares by the vectors of `embedder`. Those of chunks are in the store; others (sentences, rows of tables) are made when
 * they are first needed, and remembered in memory until newer ones take their place.
 */
export function createCompareMeaning(deps: {
  embedder: Embedder;
  vectors: Pick<VectorStore, "spaces" | "find">;
  log: Pick<EmbeddingLog, "fellBack">;
  /** Default: cosines as they are. */
  scale?: CosineScale | undefined;
}): CompareMeaning {
  const { embedder, vectors, log, scale } = deps;
  /** By the hash of the text. A `Map` keeps the order: those that were not needed for longest come first. */
  const remembered = new Map<string, PackedVector>();

  const remember = (hash: string, vector: PackedVector) => {
    remembered.delete(hash);
    remembered.set(hash, vector);
    const [oldest] = remembered.size > maxRemembered ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
  };

  const ofChunks = async (projectId: string, hashes: string[]) => {
    const space = (await vectors.spaces(projectId)).find(({ name }) => name === embedder.space);
    return space ? vectors.find(space.spaceId, hashes) : new Map<string, Float32Array>();
  };

  return async (projectId, question, texts) => {
    try {
      const signal = AbortSignal.timeout(embeddingMs);
      const hashes = texts.map(hashText);
      const found = new Map(hashes.map((hash) => [hash, remembered.get(hash)]));
      const unknown = new Map(
        texts.flatMap((text, index) => {
          const hash = hashes[index] ?? "";
          return found.get(hash) ? [] : [[hash, text] as const];
        }),
      );
      if (unknown.size > 0)
        for (const [hash, vector] of await ofChunks(projectId, [...unknown.keys()])) {
          found.set(hash, packVector(vector));
          unknown.delete(hash);
        }
      const [asked] = (await embedder.embed([question], "query", signal)).vectors;
      if (!asked) throw new Error("The embedding model gave no vector for the question");
      for (const [hash, vector] of found) if (vector) remember(hash, vector);
      // One at a time: what is made before the time is up is there for the next question.
      for (const [hash, text] of unknown) {
        const [vector] = (await embedder.embed([text], "passage", signal)).vectors;
        if (!vector) throw new Error("The embedding model gave no vector for a sentence");
        const packed = packVector(vector);
        found.set(hash, packed);
        remember(hash, packed);
      }
      return hashes.map((hash) => {
        const vector = found.get(hash);
        const cosine = vector ? cosineTo(asked, vector) : 0;
        return scale ? onCommonScale(scale, cosine) : cosine;
      });
    } catch (error) {
      log.fellBack("embedding", error);
      return null;
    }
  };
}
