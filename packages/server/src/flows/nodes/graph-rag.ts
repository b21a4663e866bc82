import { addUsage, noTokens } from "../../models/usage.ts";
import type { EntityGraph } from "../../retrieval/graph/entity-graph.ts";
import { searchGraph } from "../../retrieval/graph/search-graph.ts";
import type { JoinedChunk } from "../../retrieval/graph/two-hop.ts";
import { toPassage } from "../chunk-sets/search-scope.ts";
import { type DeriveDependencies, derivedFrom } from "../derived/derive-by-version.ts";
import {
  countChunks,
  countFiles,
  notesOn,
  type SearchDependencies,
  searchOf,
  topKOf,
} from "../derived/passage-search.ts";
import { costOfReading } from "../entities/cost-of-reading.ts";
import { entitiesDefaults, isByModel, maxModelCallsOf, requireReader } from "../entities/entities-by.ts";
import type { EntityReader } from "../entities/entity-reader.ts";
import type { GraphOfSources } from "../entities/graph-of-sources.ts";
import type { CallsOfRun } from "../entities/read-by-model.ts";
import type { OutputPassage } from "../flow/node-output.ts";
import { queriesOf } from "../node/input-queries.ts";
import type { NodeKind } from "../node/node-kind.ts";

/** Entities of a passage that its metadata names. */
const maxEntitiesShown = 12;

type GraphRagDependencies = SearchDependencies &
  DeriveDependencies & {
    graphOf: GraphOfSources;
    /** Reads entities for nodes that ask for it. Absent without a language model. */
    reader?: EntityReader | undefined;
  };

/**
 * Finds passages by what a question asks and by the entities that join them: a second search begins at each of the best
 * passages, with what it leaves open and the names it brings in.
 */
export const createGraphRagNode = (deps: GraphRagDependencies): NodeKind => ({
  type: "graph-rag",
  version: 2,
  needs: [["documents", "chunks"]],
  takes: ["queries"],
  gives: "passages",
  readsQuery: true,
  defaults: { topK: null, ...entitiesDefaults },
  // What is not there is no error here: running the node says it.
  alsoReads: async ({ node: { config } }) =>
    config.entitiesBy === "model" ? { model: deps.reader?.model ?? "" } : {},
  estimate: async ({ node, inputs, projectId, signal }) => {
    const sources = await derivedFrom(inputs, projectId, deps);
    const reader = isByModel(node) ? deps.reader : undefined;
    const ofModel = reader
      ? await costOfReading(deps, sources, { reader, maxCalls: maxModelCallsOf(node), signal })
      : { modelCalls: 0, tokens: 0 };
    return { files: countFiles(sources), chunks: countChunks(sources), ...ofModel };
  },
  run: async (input) => {
    const topK = topKOf(input.node);
    const reader = isByModel(input.node) ? requireReader(deps.reader) : undefined;
    let usage = noTokens;
    const calls: CallsOfRun = {
      max: maxModelCallsOf(input.node),
      used: 0,
      onUsage: (used) => {
        usage = addUsage(usage, used);
      },
    };
    const queries = queriesOf(input);
    const sources = await derivedFrom(input.inputs, input.projectId, deps);
    const { graph, relationships, left } = await deps.graphOf(
      input.projectId,
      sources,
      input.signal,
      reader && { reader, calls },
    );
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
      notes: [...notesOn(queries, sources), ...notesOnReading(left, countChunks(sources), calls.max)],
      usage,
    };
  },
});

const notesOnReading = (left: number, total: number, maxCalls: number): string[] =>
  left === 0
    ? []
    : [
        `Rules found the entities of ${left} of ${total} chunks, which the model did not read within maxModelCalls (${maxCalls}). A higher number lets it read them, and nothing twice`,
      ];

/** What a passage names, and by which entity of which other passage it was found. */
function passageOf(chunk: JoinedChunk, graph: EntityGraph): OutputPassage {
  const { bridge } = chunk;
  const passage = toPassage(chunk);
  const entities = graph
    .namedIn(chunk.chunkId)
    .slice(0, maxEntitiesShown)
    .map(({ name }) => name);
  const via = bridge && { via: bridge.name, via_chunk: bridge.chunkId };
  // The name that led here may be in any of the files.
  const fileIds = bridge ? undefined : passage.fileIds;
  return { ...passage, fileIds, metadata: { ...passage.metadata, entities, ...via } };
}
