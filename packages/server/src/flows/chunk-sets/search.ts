import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import type { CandidateSource } from "../../retrieval/candidate-source.ts";
import type { ChunkIndex } from "../../retrieval/chunk-index.ts";
import { createLexicalCandidates } from "../../retrieval/lexical-candidates.ts";
import type { CutTerms } from "../../retrieval/words/cut-terms.ts";
import type { OutputChunkSet } from "../flow/node-output.ts";
import { NodeError } from "../node/node-kind.ts";
import { createKept } from "./kept.ts";
import { type LackingVectors, lackingVectors } from "./lacking-vectors.ts";
import { scoreSets } from "./score.ts";
import { buildSetIndex, bytesOfIndex, type IndexedRow, maxRows, type SetIndex } from "./set-index.ts";
import { createSearchSetVectors, type SearchSetVectors, type SetVectorsDependencies } from "./vectors.ts";

export type SearchSets = {
  /** Finds chunks of the sets by their words, and ranks them as the service does. Throws `NodeError` for too many. */
  byWords(sets: OutputChunkSet[]): CandidateSource;
  /** The words of the sets, for second hops. */
  indexOf(sets: OutputChunkSet[], signal: AbortSignal): ChunkIndex;
  /** Finds them by their meaning. Absent without an embedding model. */
  byMeaning?: SearchSetVectors | undefined;
  /** What a search by meaning would have to embed first; nothing without an embedding model. */
  lacking(projectId: ProjectId, sets: OutputChunkSet[]): Promise<LackingVectors>;
};

/** Terms kept in memory by each thread, and the most that one search reads: about 150,000 chunks of 900 characters. */
const defaultMaxBytes = 128 * 1024 * 1024;
const batchSize = 250;

/**
 * Searches chunk sets in memory, because the service's index holds the chunks of its own configuration only. What a set is
 * found by is read from the database with its first search, and kept for the next ones. `meaning`: absent without an
 * embedding model.
 */
export function createSearchSets(
  {
    chunks,
    cutTerms,
    meaning,
  }: {
    chunks: Pick<ChunkStore, "listSet">;
    cutTerms: CutTerms;
    meaning?: Omit<SetVectorsDependencies, "chunks"> | undefined;
  },
  maxBytes = defaultMaxBytes,
): SearchSets {
  const kept = createKept<SetIndex>(maxBytes, bytesOfIndex);

  const load = async ({ chunkSetId, fileId }: OutputChunkSet): Promise<SetIndex> => {
    const rows: IndexedRow[] = [];
    for await (const batch of chunks.listSet(chunkSetId, batchSize)) {
      const cut = await cutTerms(batch);
      for (const [at, { chunkId, position }] of batch.entries())
        rows.push({ chunkId, position, termHashes: cut[at] ?? new Uint32Array() });
      if (rows.length > maxRows) throw tooLarge(maxBytes);
      // Cutting may be done on this very thread: others are let through.
      await nextTurn();
    }
    return buildSetIndex(fileId, rows);
  };

  const loadAll = async (sets: OutputChunkSet[], signal: AbortSignal): Promise<SetIndex[]> => {
    const loaded: SetIndex[] = [];
    let bytes = 0;
    for (const set of sets) {
      signal.throwIfAborted();
      const index = await kept.get(set.chunkSetId, () => load(set));
      bytes += bytesOfIndex(index);
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      loaded.push(index);
    }
    return loaded;
  };

  const indexOf: SearchSets["indexOf"] = (sets, signal) => ({
    search: async (_projectId, asked) => scoreSets(await loadAll(sets, signal), asked),
    async searchAll(_projectId, { queries }) {
      const indexes = await loadAll(sets, signal);
      return queries.map((asked) => scoreSets(indexes, asked));
    },
  });

  return {
    byWords: (sets) => ({
      search: (query, scope, limit, signal) =>
        createLexicalCandidates(indexOf(sets, signal)).search(query, scope, limit, signal),
    }),
    indexOf,
    byMeaning: meaning && createSearchSetVectors({ ...meaning, chunks }),
    lacking: async (projectId, sets) =>
      meaning
        ? lackingVectors({ chunks, vectors: meaning.vectors, space: meaning.embedder.space }, projectId, sets)
        : { chunks: 0, modelCalls: 0, tokens: 0 },
  };
}

const tooLarge = (maxBytes: number): NodeError =>
  new NodeError(
    `The chunks to search take more than ${Math.round(maxBytes / 2 ** 20)} MB of memory. Search fewer files at this node, cut them into larger chunks, or join the dataset without the chunking node: then the service's own index is searched`,
  );
