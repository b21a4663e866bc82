import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunk } from "../../chunks/chunk.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import { splitSentences } from "../../text/sentences.ts";
import { chooseSentences } from "./choose-sentences.ts";
import { embeddingSpace } from "./embedding-space.ts";
import { groupNeighbours, type Space } from "./group-neighbours.ts";
import type { Summary, SummaryTree, TracedSentence } from "./summary-tree.ts";
import { createWordVectors, type WordVector, wordSpace } from "./word-space.ts";
import type { SummaryWriter } from "./write-summary.ts";

/** Raised when the same chunks give another tree. */
export const treeVersion = 1;
/** Levels that a tree may have. */
export const maxLevels = 8;
/** Chunks whose terms are read before others are let through. */
const chunksPerTurn = 100;

export type TreeOptions = {
  /** Levels to build, 1..8. */
  levels: number;
  /** Vectors of texts, which show the chunks that are alike. Absent: their words show it. */
  embed?: ((texts: string[], signal: AbortSignal) => Promise<Float32Array[]>) | undefined;
  /** Writes summaries while they fit into `tokens`. The rest, or all without it, are sentences of the document. */
  writer?: (SummaryWriter & { tokens: number }) | undefined;
  /** Hears what a model used. */
  onUsage?: ((usage: TokenUsage) => void) | undefined;
};

type Sentence = { text: string; vector: WordVector; place: TracedSentence };
/** A chunk or a summary, while the level above it is built. */
type Unit<Vector> = { vector: Vector; text: string; sentences: () => Sentence[]; from: number; to: number };

/**
 * Summarises the chunks of one version: neighbours that are alike together, then these summaries in the same way, up to one
 * that stands for all. A single chunk needs no summary.
 */
export async function buildTree(
  chunks: Chunk[],
  options: TreeOptions,
  signal: AbortSignal,
): Promise<SummaryTree> {
  const texts = chunks.map(({ text }) => text);
  const units = await readUnits(chunks, signal);
  const summaries = options.embed
    ? await climb(withVectors(units, await options.embed(texts, signal)), embeddingSpace, options, signal)
    : await climb(units, wordSpace, options, signal);
  return { chunkIds: chunks.map(({ chunkId }) => chunkId), summaries };
}

async function climb<Vector>(
  chunks: Unit<Vector>[],
  space: Space<Vector>,
  { levels, writer, onUsage }: TreeOptions,
  signal: AbortSignal,
): Promise<Summary[]> {
  const summaries: Summary[] = [];
  let left = writer?.tokens ?? 0;
  let units = chunks;
  for (let level = 1; level <= levels && units.length > 1; level++) {
    const above: Unit<Vector>[] = [];
    let begin = 0;
    for (const end of groupNeighbours(
      units.map(({ vector }) => vector),
      space,
    )) {
      await nextTurn();
      signal.throwIfAborted();
      const members = units.slice(begin, end);
      begin = end;
      const chosen = chooseSentences(members.flatMap(({ sentences }) => sentences()));
      let text = chosen.map((sentence) => sentence.text).join(" ");
      const parts = members.map((member) => member.text);
      const cost = writer?.estimate(parts) ?? 0;
      const isWritten = writer !== undefined && cost <= left;
      if (isWritten) {
        left -= cost;
        const written = await writer.write(parts, signal);
        onUsage?.(written.usage);
        // A model that writes nothing has nothing to add.
        text = written.text === "" ? text : written.text;
      }
      const [from, to] = [members[0]?.from ?? 0, members.at(-1)?.to ?? 0];
      const sentences = chosen.map(({ place }) => place);
      summaries.push({ level, text, from, to, sentences, isWritten });
      above.push({
        vector: space.centre(members.map(({ vector }) => vector)),
        text,
        sentences: () => chosen,
        from,
        to,
      });
    }
    units = above;
  }
  return summaries;
}

async function readUnits(chunks: Chunk[], signal: AbortSignal): Promise<Unit<WordVector>[]> {
  const terms: Uint32Array[] = [];
  for (let from = 0; from < chunks.length; from += chunksPerTurn) {
    await nextTurn();
    signal.throwIfAborted();
    for (const { termHashes } of withTerms(chunks.slice(from, from + chunksPerTurn))) terms.push(termHashes);
  }
  const vectorOf = createWordVectors(terms);
  return chunks.map(({ text }, at) => ({
    vector: vectorOf(terms[at] ?? []),
    text,
    // Read when they are needed: all sentences of a long document take much memory.
    sentences: () => {
      const spans = splitSentences(text).map((span) => ({
        ...span,
        title: "",
        text: text.slice(span.start, span.end),
      }));
      return withTerms(spans).map(({ start, end, text: sentence, termHashes }) => ({
        text: sentence.replace(/\s+/g, " "),
        vector: vectorOf(termHashes),
        place: [at, start, end],
      }));
    },
    from: at,
    to: at + 1,
  }));
}

const withVectors = (units: Unit<WordVector>[], vectors: Float32Array[]): Unit<Float32Array>[] =>
  units.map((unit, at) => ({ ...unit, vector: vectors[at] ?? new Float32Array() }));
