import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { EntityKind } from "../retrieval/graph/entity.ts";
import { relationshipsAmong } from "../retrieval/graph/relationships.ts";
import { type DeriveDependencies, derivedFrom } from "./derive-by-version.ts";
import type { GraphOfSources } from "./graph-of-sources.ts";
import type { NodeOutput } from "./node-output.ts";

/** Entities of a drawing, and relationships for each of them: more can't be read. */
const defaultLimit = 100;
const maxLimit = 500;
const relationshipsPerEntity = 3;
/** Files that one relationship names. */
const maxFiles = 20;

export type GraphView = {
  /** The most mentioned first. `mentions`: chunks that name it. */
  entities: { id: string; name: string; kind: EntityKind; mentions: number }[];
  /** The strongest first. `weight`: chunks that name both. `files`: those that have these chunks, at most 20. */
  relationships: { source: string; target: string; weight: number; files: FileId[] }[];
};

/**
 * The part of a node's graph that can be drawn: its most mentioned entities and the strongest relationships among them.
 * `inputs` is what goes into the graph-rag node, `limit` the number of entities, 1..500 (100). Sources that are gone are not in it.
 */
export async function viewGraph(
  deps: { chunks: DeriveDependencies["chunks"]; graphOf: GraphOfSources },
  { projectId, inputs, limit = defaultLimit }: { projectId: ProjectId; inputs: NodeOutput[]; limit?: number },
  signal: AbortSignal,
): Promise<GraphView> {
  const sources = await derivedFrom(inputs, projectId, deps);
  const { graph } = await deps.graphOf(projectId, sources, signal);
  const fileOf = new Map(sources.map(({ versionId, fileId }) => [versionId, fileId]));
  const shown = [...graph.entities.values()].slice(0, Math.min(Math.max(1, limit), maxLimit));
  const relationships = relationshipsAmong(graph, shown, shown.length * relationshipsPerEntity);
  return {
    entities: shown.map(({ key, name, kind, chunks }) => ({ id: key, name, kind, mentions: chunks.length })),
    relationships: relationships.map(({ source, target, weight, chunks }) => {
      const files = new Set(chunks.flatMap((at) => fileOf.get(graph.chunks[at]?.versionId ?? "") ?? []));
      return { source: source.key, target: target.key, weight, files: [...files].slice(0, maxFiles) };
    }),
  };
}
