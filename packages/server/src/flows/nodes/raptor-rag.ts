import { addUsage, noTokens } from "../../models/usage.ts";
import type { RetrievedChunk } from "../../retrieval/retrieved-chunk.ts";
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
import type { OutputPassage } from "../flow/node-output.ts";
import { queriesOf } from "../node/input-queries.ts";
import { NodeError, type NodeInput, type NodeKind } from "../node/node-kind.ts";
import { maxLevels } from "../raptor/build-tree.ts";
import type { FoundSummary, SummariesOfSources } from "../raptor/summaries-of-sources.ts";

const minLevel = 2;
const defaultLevel = 3;
/** Chunks that a summary names of those it stands for: a high one stands for a whole book. */
const maxChunkIds = 50;

type RaptorRagDependencies = SearchDependencies & {
  chunks: DeriveDependencies["chunks"];
  summaries: SummariesOfSources;
};

/** Finds chunks and summaries of neighbouring chunks together, so that broad questions find what no single chunk says. */
export const createRaptorRagNode = (deps: RaptorRagDependencies): NodeKind => ({
  type: "raptor-rag",
  version: 1,
  needs: [["documents", "chunks"]],
  takes: ["queries"],
  gives: "passages",
  readsQuery: true,
  defaults: { topK: null, max_level: defaultLevel },
  estimate: async ({ node, inputs, projectId }) => {
    const sources = await derivedFrom(inputs, projectId, deps);
    const ofModel = await deps.summaries.cost(sources, maxLevelOf(node));
    return { files: countFiles(sources), chunks: countChunks(sources), ...ofModel };
  },
  run: async (input) => {
    const { projectId, signal } = input;
    const [topK, level] = [topKOf(input.node), maxLevelOf(input.node)];
    const queries = queriesOf(input);
    const sources = await derivedFrom(input.inputs, projectId, deps);
    let usage = noTokens;
    const summaries = await deps.summaries.find(projectId, sources, level, signal, (used) => {
      usage = addUsage(usage, used);
    });
    const search = searchOf(deps, input);
    const lists = [];
    for (const query of queries) {
      signal.throwIfAborted();
      const chunks = await search(query.text, topK);
      const found = await summaries.search(query.text, topK, signal);
      lists.push({ query, passages: bestOf(chunks, found, topK) });
    }
    return {
      output: { kind: "passages", lists },
      counts: {
        tree_levels: summaries.levels,
        total_clusters: summaries.total,
        total_summaries: summaries.total,
      },
      notes: [...notesOn(queries, sources), ...notesOnWriting(summaries, deps.summaries)],
      usage,
    };
  },
});

function maxLevelOf({ config: { max_level: level = defaultLevel } }: NodeInput["node"]): number {
  if (!Number.isInteger(level) || Number(level) < minLevel || Number(level) > maxLevels)
    throw new NodeError(`max_level must be an integer from ${minLevel} to ${maxLevels}`);
  return Number(level);
}

function notesOnWriting(
  { written, total }: { written: number; total: number },
  { tokensPerFile }: Pick<SummariesOfSources, "tokensPerFile">,
): string[] {
  if (total === 0 || written === total) return [];
  if (tokensPerFile === null)
    return ["The summaries are sentences of the files, because no model writes them"];
  return [
    `A model wrote ${written} of ${total} summaries, with ${tokensPerFile} tokens for each file. The others are sentences of the files`,
  ];
}

/**
 * Chunks and summaries by their scores; of equal ones the chunk first. A summary whose sentences all are in chunks that
 * are better adds nothing.
 */
function bestOf(chunks: RetrievedChunk[], summaries: FoundSummary[], topK: number): OutputPassage[] {
  const scored = [
    ...chunks.map((chunk) => ({ score: chunk.score, chunk, found: null })),
    ...summaries.map((found) => ({ score: found.score, chunk: null, found })),
  ].sort((one, other) => other.score - one.score);
  const said = new Set<string>();
  const passages: OutputPassage[] = [];
  for (const { chunk, found } of scored) {
    if (passages.length === topK) break;
    if (chunk) {
      said.add(chunk.chunkId);
      passages.push(toPassage(chunk));
    } else if (!isSaid(found, said)) passages.push(summaryPassage(found));
  }
  return passages;
}

const isSaid = ({ summary, tree }: FoundSummary, said: Set<string>): boolean =>
  !summary.isWritten && summary.sentences.every(([chunk]) => said.has(tree.chunkIds[chunk] ?? ""));

function summaryPassage({ id, summary, tree, score }: FoundSummary): OutputPassage {
  const { level, text, from, to, sentences, isWritten } = summary;
  return {
    id,
    chunkIds: tree.chunkIds.slice(from, Math.min(to, from + maxChunkIds)),
    score,
    summary: text,
    metadata: {
      level,
      written_by_model: isWritten,
      sentences: sentences.map(([chunk, start, end]) => ({ chunk_id: tree.chunkIds[chunk], start, end })),
    },
  };
}
