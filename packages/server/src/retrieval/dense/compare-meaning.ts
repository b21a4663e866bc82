import type { CompareMeaning, NearWords } from "../../models/compare-meaning.ts";
import { type CosineScale, onCommonScale } from "../../models/cosine-scale.ts";
import type { EmbeddedWords, Embedder, EmbeddingPurpose } from "../../models/embedder.ts";
import { hashText } from "./embedded-text.ts";
import type { EmbeddingLog } from "./embedding-log.ts";
import { createNearest, type PackedWords, packWords } from "./near-words.ts";
import type { VectorStore } from "./vector-store.ts";

/**
 * A vector of length 1 in a byte a dimension. Its cosines are off by less than .005. `words`: those of its text; null where the
 * model gives none, absent where they were not asked for.
 */
type PackedVector = { bytes: Int8Array; scale: number; words?: PackedWords | null };

const maxByte = 127;

function packVector(vector: Float32Array): PackedVector {
  const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / maxByte || 1;
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale };
}

const bytesOf = ({ bytes, words }: PackedVector): number =>
  bytes.byteLength + (words?.byteLength ?? 0) + bytesBeside;

/** The cosine of a vector of length 1 and a packed one. */
function cosineTo(vector: Float32Array, { bytes, scale }: PackedVector): number {
  let sum = 0;
  for (const [index, value] of bytes.entries()) sum += value * (vector[index] ?? 0);
  return sum * scale;
}

/** A question waits no longer for the vectors of its texts. The first may wait for a large model to load. */
const embeddingMs = 20_000;
/** What is remembered: some 40,000 sentences of 20 words, with 384 dimensions. */
const maxRememberedBytes = 64 * 1024 * 1024;
/** Of an entry beside its vectors: its hash, and what the memory takes for it. */
const bytesBeside = 300;

/**
 * Compares by the vectors of `embedder`. Those of chunks are in the store; others (sentences, rows of tables) are made when
 * they are first needed, with those of their words, and remembered in memory until newer ones take their place.
 */
export function createCompareMeaning(deps: {
  embedder: Embedder;
  vectors: Pick<VectorStore, "spaces" | "find">;
  log: Pick<EmbeddingLog, "fellBack">;
  /** Default: cosines as they are. */
  scale?: CosineScale | undefined;
  /** How much is remembered. Default: 64 MB. */
  maxBytes?: number;
}): CompareMeaning {
  const { embedder, vectors, log, scale, maxBytes = maxRememberedBytes } = deps;
  /** By the hash of the text. A `Map` keeps the order: those that were not needed for longest come first. */
  const remembered = new Map<string, PackedVector>();

  let rememberedBytes = 0;

  const forget = (hash: string) => {
    const vector = remembered.get(hash);
    if (vector && remembered.delete(hash)) rememberedBytes -= bytesOf(vector);
  };
  const remember = (hash: string, vector: PackedVector) => {
    forget(hash);
    remembered.set(hash, vector);
    rememberedBytes += bytesOf(vector);
    for (const oldest of remembered.keys()) {
      if (rememberedBytes <= maxBytes) break;
      forget(oldest);
    }
  };

  const embed = async (
    text: string,
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<Pick<EmbeddedWords, "vector" | "words">> => {
    if (embedder.embedWords) return embedder.embedWords(text, purpose, signal);
    const [vector] = (await embedder.embed([text], purpose, signal)).vectors;
    if (!vector) throw new Error("The embedding model gave no vector");
    return { vector };
  };

  const nearWords = (asked: NonNullable<EmbeddedWords["words"]>, texts: (PackedVector | undefined)[]) => {
    const nearest = createNearest(asked);
    return {
      asked: asked.texts,
      far: texts.map((text) =>
        text?.words ? nearest(text.words).map((cosine) => onScale(1) - onScale(cosine)) : null,
      ),
    } satisfies NearWords;
  };

  const onScale = (cosine: number): number => (scale ? onCommonScale(scale, cosine) : cosine);

  const ofChunks = async (projectId: string, hashes: string[]) => {
    const space = (await vectors.spaces(projectId)).find(({ name }) => name === embedder.space);
    return space ? vectors.find(space.spaceId, hashes) : new Map<string, Float32Array>();
  };

  return async (projectId, question, texts, _isEnglish, sections) => {
    try {
      const signal = AbortSignal.timeout(embeddingMs);
      const hashes = texts.map(hashText);
      const withWords = new Set(embedder.embedWords && hashes.slice(sections));
      const isKnown = (hash: string, vector: PackedVector | undefined) =>
        vector !== undefined && (vector.words !== undefined || !withWords.has(hash));
      const found = new Map(
        hashes.map((hash) => {
          const vector = remembered.get(hash);
          return [hash, isKnown(hash, vector) ? vector : undefined];
        }),
      );
      const unknown = new Map(
        texts.flatMap((text, index) => {
          const hash = hashes[index] ?? "";
          return found.get(hash) ? [] : [[hash, text] as const];
        }),
      );
      if (unknown.size > 0)
        for (const [hash, vector] of await ofChunks(
          projectId,
          [...unknown.keys()].filter((hash) => !withWords.has(hash)),
        )) {
          found.set(hash, packVector(vector));
          unknown.delete(hash);
        }
      const asked = await embed(question, "query", signal);
      for (const [hash, vector] of found) if (vector) remember(hash, vector);
      // One at a time: what is made before the time is up is there for the next question.
      for (const [hash, text] of unknown) {
        const { vector, words } = await embed(text, "passage", signal);
        const packed = { ...packVector(vector), words: words ? packWords(words) : null };
        found.set(hash, packed);
        remember(hash, packed);
      }
      const vectorOf = hashes.map((hash) => found.get(hash));
      return {
        cosines: vectorOf.map((vector) => onScale(vector ? cosineTo(asked.vector, vector) : 0)),
        ...(asked.words && { words: nearWords(asked.words, vectorOf) }),
      };
    } catch (error) {
      log.fellBack("embedding", error);
      return null;
    }
  };
}
