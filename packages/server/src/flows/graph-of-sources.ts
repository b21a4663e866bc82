import { setImmediate as nextTurn } from "node:timers/promises";
import type { ProjectId } from "../kernel/ids.ts";
import {
  type Contribution,
  contributionInSteps,
  contributionVersion,
} from "../retrieval/graph/contribution.ts";
import { type EntityGraph, sumContributions } from "../retrieval/graph/entity-graph.ts";
import { countRelationships } from "../retrieval/graph/relationships.ts";
import {
  type Derivation,
  type DeriveDependencies,
  type DerivedFrom,
  deriveByVersion,
} from "./derive-by-version.ts";
import { createKeptLast, keyOfSources } from "./kept-by-sources.ts";

/** Chunks of all graphs that are kept in memory between runs: some 100 MB. */
const maxKeptChunks = 100_000;

type CountedGraph = { graph: EntityGraph; relationships: number };

export type GraphOfSources = (
  projectId: ProjectId,
  sources: DerivedFrom[],
  signal: AbortSignal,
) => Promise<CountedGraph>;

const derivation: Derivation<Contribution> = {
  kind: "graph",
  version: contributionVersion,
  config: "",
  derive: async (chunks, signal) => {
    const reading = contributionInSteps(chunks);
    for (let step = reading.next(); ; step = reading.next()) {
      if (step.done) return step.value;
      await nextTurn();
      signal.throwIfAborted();
    }
  },
};

/** The graph of some sources, as the sum of what each of their versions adds. */
export function createGraphOfSources(deps: DeriveDependencies): GraphOfSources {
  const kept = createKeptLast<CountedGraph>(maxKeptChunks, ({ graph }) => graph.chunks.length);

  return async (projectId, sources, signal) => {
    const key = keyOfSources(projectId, sources);
    const known = kept.get(key);
    if (known) return known;
    const contributions = await deriveByVersion(deps, projectId, sources, derivation, signal);
    const graph = sumContributions(contributions);
    const counted = { graph, relationships: countRelationships(graph) };
    kept.keep(key, counted);
    return counted;
  };
}
