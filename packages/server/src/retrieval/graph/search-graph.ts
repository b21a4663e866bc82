import { collapseCopies } from "../collapse-copies.ts";
import type { RetrievedChunk } from "../retrieved-chunk.ts";
import type { EntityGraph } from "./entity-graph.ts";
import { addSecondHop, type JoinedChunk } from "./two-hop.ts";

/** Chunks of the first search at a minimum, so that there is something to take turns with. */
const minFirst = 20;
/** What a chunk keeps of its score when the graph does not have it at the name by which it was found. */
const trustWithoutLink = 0.5;

type GraphSearch = {
  text: string;
  /** 1..100 */
  topK: number;
  /** Searches the files of the graph, 1..100 chunks; scores lie in 0..1. Called some 30 times. */
  search: (text: string, topK: number) => Promise<RetrievedChunk[]>;
};

/**
 * Searches with a graph of what the chunks name: what a question asks for, then, for questions that join facts, on from the
 * best chunks by the entities that they name. Entities of many chunks lead nowhere. A chunk that was found by an entity
 * counts half unless it names that entity.
 */
export async function searchGraph(
  graph: EntityGraph,
  { text, topK, search }: GraphSearch,
): Promise<JoinedChunk[]> {
  const first = await search(text, Math.max(minFirst, topK));
  const found = await addSecondHop(text, first, {
    search,
    namesOf: ({ chunkId }) =>
      graph
        .namedIn(chunkId)
        .filter((entity) => (entity.kind === "name" || entity.kind === "term") && !graph.isHub(entity))
        .map(({ name }) => name),
    trustIn: ({ chunkId }, name) =>
      graph.namedIn(chunkId).some((entity) => entity.name === name) ? 1 : trustWithoutLink,
  });
  return collapseCopies(found).slice(0, topK);
}
