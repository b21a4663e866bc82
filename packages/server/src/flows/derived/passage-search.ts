import { collapseCopies } from "../../retrieval/collapse-copies.ts";
import type { Retrieve, RetrievedChunk } from "../../retrieval/retrieved-chunk.ts";
import { scopeOf } from "../chunk-sets/search-scope.ts";
import type { OutputChunkSet } from "../flow/node-output.ts";
import { NodeError, type NodeInput } from "../node/node-kind.ts";
import { type DerivedFrom, maxChunksRead } from "./derive-by-version.ts";

/** Passages for one question when `topK` is null: more are never asked for. */
const maxPassages = 100;

export type SearchDependencies = {
  /** Searches the service's own chunks. Called some 30 times for a question, so without a model that reranks. */
  retrieve: Retrieve;
  /** Searches the chunks that chunking nodes made. */
  retrieveIn: (sets: OutputChunkSet[]) => Retrieve;
};

/** The search of a node over what goes into it: documents by the service's own chunks, and the sets of chunking nodes. */
export function searchOf(
  { retrieve, retrieveIn }: SearchDependencies,
  { inputs, projectId, signal }: Pick<NodeInput, "inputs" | "projectId" | "signal">,
): (text: string, topK: number) => Promise<RetrievedChunk[]> {
  const { documents, sets } = scopeOf(inputs);
  const fileIds = documents.map(({ fileId }) => fileId);
  const searchSets = retrieveIn(sets);
  return async (text, topK) => {
    const ofDocuments =
      fileIds.length === 0
        ? []
        : await retrieve({ projectId, text, fileIds, topK, secondHop: "none" }, signal);
    const ofSets =
      sets.length === 0 ? [] : await searchSets({ projectId, text, topK, secondHop: "none" }, signal);
    if (ofDocuments.length === 0 || ofSets.length === 0) return [...ofDocuments, ...ofSets];
    const all = [...ofDocuments, ...ofSets].sort((one, other) => other.score - one.score);
    // A set may be the service's own.
    const once = new Map(all.toReversed().map((chunk) => [chunk.chunkId, chunk]));
    return collapseCopies(all.filter((chunk) => once.get(chunk.chunkId) === chunk)).slice(0, topK);
  };
}

/** The number of passages for one question. Null and no value mean all that are found, up to 100. */
export function topKOf({ config: { topK = null } }: NodeInput["node"]): number {
  if (topK === null) return maxPassages;
  if (!Number.isInteger(topK) || Number(topK) < 1)
    throw new NodeError("topK must be a positive integer or null");
  return Math.min(Number(topK), maxPassages);
}

export const countFiles = (sources: DerivedFrom[]): number =>
  new Set(sources.map(({ fileId }) => fileId)).size;

export const countChunks = (sources: DerivedFrom[]): number =>
  sources.reduce((sum, { chunks }) => sum + chunks, 0);

/** What a person should know: nothing was asked, or sources are too long to be read whole. */
export function notesOn(queries: unknown[], sources: DerivedFrom[]): string[] {
  const long = sources.filter(({ chunks }) => chunks > maxChunksRead).length;
  return [
    ...(queries.length === 0 ? ["There is no query, so nothing was searched"] : []),
    ...(long > 0 ? [`Of ${long} long files only the first ${maxChunksRead} chunks are read`] : []),
  ];
}
