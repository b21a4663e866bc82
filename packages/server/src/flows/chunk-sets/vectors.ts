import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { TokenUsage } from "../../models/usage.ts";
import type { Candidate, MeaningSource } from "../../retrieval/candidate-source.ts";
import { embedSet } from "../../retrieval/dense/embed-set.ts";
import type { EmbeddedChunk, VectorStore } from "../../retrieval/dense/vector-store.ts";
import type { OutputChunkSet } from "../flow/node-output.ts";
import { createKept } from "./kept.ts";

type SetVectors = { chunkIds: string[]; dimensions: number; values: Float32Array };

export type SetVectorsDependencies = {
  embedder: Embedder;
  chunks: Pick<ChunkStore, "listSet">;
  vectors: Pick<VectorStore, "openSpace" | "spaces" | "positions" | "find" | "add" | "listSet">;
};

/** Searches sets by meaning. `onUsage` is called with what the model read. */
export type SearchSetVectors = (
  sets: OutputChunkSet[],
  onUsage: (usage: TokenUsage) => void,
) => MeaningSource;

/** Vectors kept in memory by each thread: 40,000 of 384 dimensions. Others are read from the database for each search. */
const defaultKeptBytes = 64 * 1024 * 1024;
const batchSize = 500;

/**
 * Exact search over the vectors of sets. A set that lacks vectors gets them first, in the service's own space, so that a
 * text which has a vector there already is not embedded again. The set is not marked as finished: what is finished is
 * found by the service's own searches, too.
 */
export function createSearchSetVectors(
  { embedder, chunks, vectors }: SetVectorsDependencies,
  keptBytes = defaultKeptBytes,
): SearchSetVectors {
  const kept = createKept<SetVectors>(keptBytes, ({ values }) => values.byteLength);
  const { positions, find, add } = vectors;
  const withoutFinish = { positions, find, add, finishSet: async () => true };

  return (sets, onUsage) => {
    const embed = async (texts: string[], purpose: "query" | "passage", signal: AbortSignal) => {
      const made = await embedder.embed(texts, purpose, signal);
      onUsage(made.usage);
      return made.vectors;
    };
    const read = async (spaceId: string, { chunkSetId }: OutputChunkSet): Promise<SetVectors> => {
      const found: EmbeddedChunk[] = [];
      for await (const batch of vectors.listSet(spaceId, chunkSetId, batchSize)) found.push(...batch);
      return toSetVectors(found);
    };
    const vectorsOfSet = async (spaceId: string, set: OutputChunkSet, signal: AbortSignal) => {
      const { chunkSetId } = set;
      const key = `${spaceId}/${chunkSetId}`;
      const known = await kept.get(key, () => read(spaceId, set));
      if (known.chunkIds.length >= set.chunks) return known;
      // Not part of the loading, which others may wait for: this one ends with the signal of its own run.
      await embedSet({ vectors: withoutFinish, chunks }, { spaceId, chunkSetId }, (texts) =>
        embed(texts, "passage", signal),
      );
      kept.forget(key);
      return kept.get(key, () => read(spaceId, set));
    };
    return {
      async search(text, { projectId }, limit, signal, chunkIds = []) {
        if (text.trim() === "" || sets.length === 0) return [];
        const { spaceId } = await vectors.openSpace(projectId, embedder.space);
        const [question] = await embed([text], "query", signal);
        if (!question) throw new Error("The embedding model gave no vector for the question");
        const near: Candidate[] = [];
        const wanted = new Set(chunkIds);
        for (const set of sets) {
          signal.throwIfAborted();
          addNear(near, question, await vectorsOfSet(spaceId, set, signal), wanted);
          if (near.length > maxGathered + limit) keepBest(near, limit, wanted);
        }
        keepBest(near, limit, wanted);
        return near;
      },
    };
  };
}

/** Candidates gathered before the worse ones are dropped. */
const maxGathered = 20_000;

function toSetVectors(chunks: EmbeddedChunk[]): SetVectors {
  const dimensions = chunks[0]?.vector.length ?? 0;
  const alike = chunks.filter(({ vector }) => vector.length === dimensions);
  const values = new Float32Array(alike.length * dimensions);
  for (const [row, { vector }] of alike.entries()) values.set(vector, row * dimensions);
  return { chunkIds: alike.map(({ chunkId }) => chunkId), dimensions, values };
}

/** The cosine of each chunk and the question: vectors have the length 1. Chunks that point away are left out, unless wanted. */
function addNear(
  near: Candidate[],
  question: Float32Array,
  { chunkIds, dimensions, values }: SetVectors,
  wanted: ReadonlySet<string>,
): void {
  if (question.length !== dimensions) return;
  for (const [row, chunkId] of chunkIds.entries()) {
    const start = row * dimensions;
    let score = 0;
    for (let at = 0; at < dimensions; at++)
      score += (values[start + at] as number) * (question[at] as number);
    if (score > 0 || wanted.has(chunkId))
      near.push({ chunkId, score: Math.min(1, Math.max(0, score)), sum: score });
  }
}

function keepBest(near: Candidate[], limit: number, wanted: ReadonlySet<string>): void {
  near.sort((one, other) => other.score - one.score);
  const further = near.slice(limit).filter(({ chunkId }) => wanted.has(chunkId));
  near.length = Math.min(near.length, limit);
  near.push(...further);
}
