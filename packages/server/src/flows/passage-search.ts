import type { Retrieve, RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import { type DerivedFrom, maxChunksRead } from "./derive-by-version.ts";
import { NodeError, type NodeInput } from "./node-kind.ts";
import type { OutputChunkSet, OutputQuery } from "./node-output.ts";

/** Passages for one question when `topK` is null: more are never asked for. */
const maxPassages = 100;

export type SearchDependencies = {
  /** Searches the service's own chunks. Called some 30 times for a question, so without a model that reranks. */
  retrieve: Retrieve;
  /** Searches the chunks that a chunking node made. */
  retrieveIn: (sets: OutputChunkSet[]) => Retrieve;
};

/** The search of a node over what goes into it: the chunks of a chunking node, or the service's own of a dataset. */
export function searchOf(
  { retrieve, retrieveIn }: SearchDependencies,
  { inputs, projectId, signal }: NodeInput,
  sources: DerivedFrom[],
): (text: string, topK: number) => Promise<RetrievedChunk[]> {
  const cut = inputs.filter((input) => input.kind === "chunks");
  const search = cut.length > 0 ? retrieveIn(cut.flatMap(({ sets }) => sets)) : retrieve;
  const fileIds = sources.map(({ fileId }) => fileId);
  return (text, topK) => search({ projectId, text, fileIds, topK }, signal);
}

/** The questions that a node answers: those of the nodes before it, else the one of the run. */
export function questionsFor({ inputs, query }: NodeInput): OutputQuery[] {
  const asked = inputs.flatMap((input) => (input.kind === "queries" ? input.queries : []));
  if (asked.length > 0) return asked;
  if (query !== null && query.trim() !== "") return [{ id: "query", text: query }];
  throw new NodeError("There is no question. Give a query, or join a question or test set node to this node");
}

/** The number of passages for one question. Null and no value mean all that are found, up to 100. */
export function topKOf({ config: { topK = null } }: NodeInput["node"]): number {
  if (topK === null) return maxPassages;
  if (!Number.isInteger(topK) || Number(topK) < 1)
    throw new NodeError("topK must be a positive integer or null");
  return Math.min(Number(topK), maxPassages);
}

export const countChunks = (sources: DerivedFrom[]): number =>
  sources.reduce((sum, { chunks }) => sum + chunks, 0);

/** What a person should know of sources that are too long to be read whole. */
export function notesOn(sources: DerivedFrom[]): string[] {
  const long = sources.filter(({ chunks }) => chunks > maxChunksRead).length;
  return long === 0 ? [] : [`Only the first ${maxChunksRead} chunks are read of each of ${long} long files`];
}
