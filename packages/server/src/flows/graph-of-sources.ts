import { createHash } from "node:crypto";
import type { ProjectId } from "../kernel/ids.ts";
import { contributionVersion, readContribution } from "../retrieval/graph/contribution.ts";
import { type EntityGraph, sumContributions } from "../retrieval/graph/entity-graph.ts";
import { countRelationships } from "../retrieval/graph/relationships.ts";
import {
  type Derivation,
  type DeriveDependencies,
  type DerivedFrom,
  deriveByVersion,
} from "./derive-by-version.ts";

/** Chunks of all graphs that are kept in memory between runs: some 100 MB. */
const maxKeptChunks = 100_000;

type CountedGraph = { graph: EntityGraph; relationships: number };

export type GraphOfSources = (
  projectId: ProjectId,
  sources: DerivedFrom[],
  signal: AbortSignal,
) => Promise<CountedGraph>;

const derivation: Derivation<ReturnType<typeof readContribution>> = {
  kind: "graph",
  version: contributionVersion,
  config: "",
  derive: async (chunks) => readContribution(chunks),
};

/**
 * The graph of some sources, as the sum of what each of their versions adds. Graphs that were used last are kept, so a
 * deployed flow adds nothing up for each question.
 */
export function createGraphOfSources(deps: DeriveDependencies): GraphOfSources {
  const kept = new Map<string, CountedGraph>();

  return async (projectId, sources, signal) => {
    const key = keyOf(projectId, sources);
    const known = kept.get(key);
    kept.delete(key);
    if (known) {
      kept.set(key, known);
      return known;
    }
    const values = await deriveByVersion(deps, projectId, sources, derivation, signal);
    const graph = sumContributions(values);
    const counted = { graph, relationships: countRelationships(graph) };
    // Without a version that went meanwhile it is the graph of other sources.
    if (values.size === sources.length) kept.set(key, counted);
    dropBeyond(kept);
    return counted;
  };
}

const keyOf = (projectId: ProjectId, sources: DerivedFrom[]): string =>
  createHash("sha256")
    .update(JSON.stringify([projectId, sources.map(({ chunkSetId }) => chunkSetId).sort()]))
    .digest("hex");

/** Removes those that were not used for the longest time. The last one stays, however large it is. */
function dropBeyond(kept: Map<string, CountedGraph>): void {
  let total = 0;
  for (const [index, [key, { graph }]] of [...kept].reverse().entries()) {
    total += graph.chunks.length;
    if (total > maxKeptChunks && index > 0) kept.delete(key);
  }
}
