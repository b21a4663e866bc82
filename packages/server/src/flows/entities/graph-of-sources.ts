import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChunkSetId, ProjectId } from "../../kernel/ids.ts";
import {
  type Contribution,
  contributionInSteps,
  contributionVersion,
  type ReadElsewhere,
} from "../../retrieval/graph/contribution.ts";
import { type EntityGraph, sumContributions } from "../../retrieval/graph/entity-graph.ts";
import { countRelationships } from "../../retrieval/graph/relationships.ts";
import {
  type Derivation,
  type DeriveDependencies,
  type DerivedFrom,
  deriveByVersion,
} from "../derived/derive-by-version.ts";
import { createKeptLast, keyOfSources } from "../derived/kept-by-sources.ts";
import type { EntityReader, ReadableChunk } from "./entity-reader.ts";
import { type CallsOfRun, readByModel } from "./read-by-model.ts";

/** Chunks of all graphs that are kept in memory between runs: some 100 MB. */
const maxKeptChunks = 100_000;

type CountedGraph = {
  graph: EntityGraph;
  relationships: number;
  /** Chunks that the rules read although a model was to. */
  left: number;
};

/** A model that reads entities, and the calls that it may have. With none of these it returns what it read before. */
export type ByModel = { reader: EntityReader; calls: CallsOfRun };

export type GraphOfSources = (
  projectId: ProjectId,
  sources: DerivedFrom[],
  signal: AbortSignal,
  /** Absent: by rules. */
  byModel?: ByModel,
) => Promise<CountedGraph>;

const byRules: Derivation<Contribution> = {
  kind: "graph",
  version: contributionVersion,
  config: "",
  derive: (chunks, signal) => sumUp(chunks, new Map(), signal),
};

async function sumUp(
  chunks: ReadableChunk[],
  elsewhere: ReadElsewhere,
  signal: AbortSignal,
): Promise<Contribution> {
  const reading = contributionInSteps(chunks, elsewhere);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** The graph of some sources, as the sum of what each of their versions adds. */
export function createGraphOfSources(deps: DeriveDependencies): GraphOfSources {
  const kept = createKeptLast<CountedGraph>(maxKeptChunks, ({ graph }) => graph.chunks.length);

  return async (projectId, sources, signal, byModel) => {
    const way = byModel ? `${byModel.reader.model} ${byModel.calls.max}` : "";
    const key = keyOfSources(projectId, sources, way);
    const known = kept.get(key);
    if (known) return known;
    let left = 0;
    let contributions: Map<ChunkSetId, Contribution>;
    if (byModel) {
      const derivation = readByModel(byModel.reader, byModel.calls, sumUp);
      const read = await deriveByVersion(deps, projectId, sources, derivation, signal);
      contributions = new Map([...read].map(([id, { contribution }]) => [id, contribution]));
      for (const each of read.values()) left += each.left;
    } else contributions = await deriveByVersion(deps, projectId, sources, byRules, signal);
    const graph = sumContributions(contributions);
    const counted = { graph, relationships: countRelationships(graph), left };
    // Who asks nothing must hear what others have asked meanwhile.
    if (left === 0 || byModel?.calls.max !== 0) kept.keep(key, counted);
    return counted;
  };
}
