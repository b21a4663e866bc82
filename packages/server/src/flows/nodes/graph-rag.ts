import type { EntityGraph } from "../../retrieval/graph/entity-graph.ts";
import { searchGraph } from "../../retrieval/graph/search-graph.ts";
import type { JoinedChunk } from "../../retrieval/two-hop.ts";
import { type DeriveDependencies, derivedFrom } from "../derive-by-version.ts";
import type { GraphOfSources } from "../graph-of-sources.ts";
import { queriesOf } from "../input-queries.ts";
import type { NodeKind } from "../node-kind.ts";
import type { OutputPassage } from "../node-output.ts";
import {
  countChunks,
  countFiles,
  notesOn,
  type SearchDependencies,
  searchOf,
  topKOf,
} from "../passage-search.ts";
import { toPassage } from "../search-scope.ts";

/** Entities of a passage that its metadata names. */
const maxEntitiesShown = 12;

type GraphRagDependencies = SearchDependencies & {
  chunks: DeriveDependencies["chunks"];
  graphOf: GraphOfSources;
};

/**
 * Finds passages by what a question asks and by the entities that join them: a second search begins at each of the best
 * passages, with what it leaves open and the names it brings in.
 */
export const createGraphRagNode = (deps: GraphRagDependencies): NodeKind => ({
  type: "graph-rag",
  version: 1,
  needs: [["documents", "chunks"]],
  takes: ["queries"],
  gives: "passages",
  readsQuery: true,
  defaults: { topK: null },
  estimate: async ({ inputs, projectId }) => {
    const sources = await derivedFrom(inputs, projectId, deps);
    return { files: countFiles(sources), chunks: countChunks(sources), modelCalls: 0, tokens: 0 };
  },
  run: async (input) => {
    const topK = topKOf(input.node);
    const queries = queriesOf(input);
    const sources = await derivedFrom(input.inputs, input.projectId, deps);
    const { graph, relationships } = await deps.graphOf(input.projectId, sources, input.signal);
    const search = searchOf(deps, input);
    const lists = [];
    for (const query of queries) {
      input.signal.throwIfAborted();
      const found = await searchGraph(graph, { text: query.text, topK, search });
      lists.push({ query, passages: found.map((chunk) => passageOf(chunk, graph)) });
    }
    return {
      output: { kind: "passages", lists },
      counts: {
        total_processed: countFiles(sources),
        total_chunks: countChunks(sources),
        total_retrieved: lists.reduce((sum, { passages }) => sum + passages.length, 0),
        total_entities: graph.entities.size,
        total_relationships: relationships,
      },
      notes: notesOn(queries, sources),
    };
  },
});

/** What a passage names, and by which entity of which other passage it was found. */
function passageOf(chunk: JoinedChunk, graph: EntityGraph): OutputPassage {
  const { bridge } = chunk;
  const passage = toPassage(chunk);
  const entities = graph
    .namedIn(chunk.chunkId)
    .slice(0, maxEntitiesShown)
    .map(({ name }) => name);
  const via = bridge && { via: bridge.name, via_chunk: bridge.chunkId };
  return { ...passage, metadata: { ...passage.metadata, entities, ...via } };
}
