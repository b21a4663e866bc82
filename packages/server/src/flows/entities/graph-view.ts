import type { EntityGraph as GraphOfEntities } from "../../retrieval/graph/entity-graph.ts";
import { relationshipsAmong } from "../../retrieval/graph/relationships.ts";
import { type DeriveDependencies, derivedFrom } from "../derived/derive-by-version.ts";
import { typedNodeNotFound } from "../flow/errors.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import { sourcesOf } from "../graph/walk-graph.ts";
import type { EntityGraph, EntityGraphView } from "./entity-graph.ts";
import type { EntityReader } from "./entity-reader.ts";
import type { GraphOfSources } from "./graph-of-sources.ts";

/** More can't be drawn. */
const maxEntities = 1_000;
/** Of a drawing, for each of its entities. */
const relationshipsPerEntity = 3;
/** Files that one relationship names. */
const maxFiles = 20;

type GraphViewDependencies = {
  flows: Pick<FlowStore, "records">;
  chunks: DeriveDependencies["chunks"];
  graphOf: GraphOfSources;
  /** Whose answers of runs are drawn for nodes that a model reads for. */
  reader?: EntityReader | undefined;
};

/** Looking at a graph asks no model. */
const noCalls = { max: 0, used: 0, onUsage: () => {} };

/**
 * The part of a node's graph that can be drawn: the entities that most passages mention, and the strongest relationships among
 * them, three for each entity. It is empty before the first simulation.
 */
export const createEntityGraph =
  ({ flows, chunks, graphOf, reader }: GraphViewDependencies): EntityGraph =>
  async ({ flowId, projectId, name, draft }, nodeId, limit, signal) => {
    const node = draft.nodes.find(({ id, type }) => id === nodeId && type === "graph-rag");
    if (!node) throw typedNodeNotFound("graph-rag", nodeId, name);
    const records = await flows.records(flowId);
    const before = new Set(sourcesOf(draft, nodeId));
    const outputs = records.flatMap(({ output }) => output ?? []);
    const inputs = records.flatMap((record) => (before.has(record.nodeId) ? (record.output ?? []) : []));
    const sources = await derivedFrom(inputs, projectId, { chunks });
    const byModel =
      node.config.entitiesBy === "model" && reader ? { reader, calls: { ...noCalls } } : undefined;
    const { graph } = await graphOf(projectId, sources, signal, byModel);
    const nameOf = new Map(
      outputs
        .flatMap((output) => (output.kind === "documents" ? output.documents : []))
        .map(({ fileId, fileName }) => [fileId, fileName]),
    );
    const fileOf = new Map(sources.map(({ chunkSetId, fileId }) => [chunkSetId, fileId]));
    return drawn(graph, limit, (chunkSetId) => nameOf.get(fileOf.get(chunkSetId) ?? ""));
  };

function drawn(
  graph: GraphOfEntities,
  limit: number,
  nameOf: (contributor: string) => string | undefined,
): EntityGraphView {
  const shown = [...graph.entities.values()].slice(0, Math.min(limit, maxEntities));
  const strongest = relationshipsAmong(graph, shown, shown.length * relationshipsPerEntity);
  return {
    entities: shown.map(({ key, name, kind, chunks }) => ({ id: key, name, kind, mentions: chunks.length })),
    relationships: strongest.map(({ source, target, weight, chunks }) => {
      const files = new Set(chunks.flatMap((at) => nameOf(graph.chunks[at]?.contributor ?? "") ?? []));
      return { source: source.key, target: target.key, weight, files: [...files].slice(0, maxFiles) };
    }),
  };
}
