import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { forEachParallel } from "../../kernel/for-each-parallel.ts";
import { addUsage, noTokens } from "../../models/usage.ts";
import type { CandidateSource, MeaningSource } from "../../retrieval/candidate-source.ts";
import type { ChunkIndex } from "../../retrieval/chunk-index.ts";
import { createHybridCandidates } from "../../retrieval/hybrid-candidates.ts";
import { createRetrieve } from "../../retrieval/retrieve.ts";
import type { SearchSets } from "../chunk-sets/search.ts";
import { costOfSearch, scopeOf, toPassage } from "../chunk-sets/search-scope.ts";
import type { OutputPassage } from "../flow/node-output.ts";
import { joined, type PassageList } from "../node/input-passages.ts";
import { queriesOf } from "../node/input-queries.ts";
import { NodeError, type NodeInput, type NodeKind } from "../node/node-kind.ts";
import { numberIn, textIn } from "./config-values.ts";

const searchTypes = ["similarity", "hybrid", "keyword", "semantic"] as const;
type SearchType = (typeof searchTypes)[number];

const defaults = { topK: 10, scoreThreshold: 0 };
/** Queries of a test set that are searched at the same time. */
const queriesAtOnce = 4;

export type RetrievalNodeDependencies = {
  chunks: Pick<ChunkStore, "findActive">;
  /** The service's own search by words, over the chunks of every build. */
  byWords: CandidateSource;
  /** The same with less of a closer look, for the many searches of a second hop. */
  hopIndex: Pick<ChunkIndex, "searchAll">;
  /** The same by meaning. Absent without an embedding model. */
  byMeaning?: MeaningSource | undefined;
  searchSets: SearchSets;
  clock: Clock;
};

/**
 * Searches documents, or the sets of a chunking node, for each query. It orders by one search, and by the second
 * hop of questions that join facts; it never reranks.
 */
export const createRetrievalNode = (deps: RetrievalNodeDependencies): NodeKind => ({
  type: "retrieval",
  version: 2,
  needs: [["documents", "chunks"]],
  takes: ["queries"],
  gives: "passages",
  readsQuery: true,
  defaults,
  run: async (input) => {
    const { node, projectId, signal } = input;
    const topK = numberIn(node.config, "topK", { min: 1, max: 100, isWhole: true }) ?? defaults.topK;
    const threshold = numberIn(node.config, "scoreThreshold", { min: 0, max: 1 }) ?? defaults.scoreThreshold;
    // Who asks for one kind of search by vectors gets nothing that was found by words.
    const secondHop = isByMeaning(node.config.searchType) ? "none" : "narrow";
    const template = textIn(node.config, "retrievalQuery");
    const notes = new Set<string>();
    let usage = noTokens;
    const searches = searchesOf(deps, input, notes, (used) => {
      usage = addUsage(usage, used);
    });
    const queries = queriesOf(input);
    const lists: PassageList[] = queries.map((query) => ({ query, passages: [] }));
    await forEachParallel(lists, queriesAtOnce, async (list) => {
      const text = template?.replaceAll("{query}", () => list.query.text) ?? list.query.text;
      let found: OutputPassage[] = [];
      for (const { fileIds, ...sources } of searches) {
        const retrieve = createRetrieve({ ...sources, chunks: deps.chunks });
        const chunks = await retrieve({ projectId, text, fileIds, topK, secondHop }, signal);
        found = joined(found, chunks.map(toPassage));
      }
      list.passages = found.filter(({ score }) => score >= threshold).slice(0, topK);
    });
    if (queries.length === 0) notes.add("There is no query, so nothing was searched");
    return {
      output: { kind: "passages", lists },
      counts: {
        total_retrievals: lists.reduce((sum, { passages }) => sum + passages.length, 0),
        lastRun: deps.clock.now().toISOString(),
      },
      notes: [...notes],
      usage,
    };
  },
  estimate: async (input) => {
    const scope = scopeOf(input.inputs);
    const readsVectors = deps.byMeaning !== undefined && input.node.config.searchType !== "keyword";
    const lacking = await deps.searchSets.lacking(input.projectId, readsVectors ? scope.sets : []);
    return costOfSearch(scope, lacking, readsVectors ? queriesOf(input).length : 0);
  },
});

const isByMeaning = (type: unknown): boolean => type === "similarity" || type === "semantic";

type Search = {
  candidates: CandidateSource;
  hopIndex: Pick<ChunkIndex, "searchAll">;
  fileIds?: string[];
};

/** How each part of what comes in is searched. */
function searchesOf(
  { byWords, hopIndex, byMeaning, searchSets }: RetrievalNodeDependencies,
  { node, inputs, signal }: NodeInput,
  notes: Set<string>,
  onUsage: Parameters<NonNullable<SearchSets["byMeaning"]>>[1],
): Search[] {
  const type = node.config.searchType ?? "hybrid";
  if (!searchTypes.includes(type as SearchType))
    throw new NodeError(`searchType must be one of ${searchTypes.join(", ")}`);
  const choose = (words: CandidateSource, meaning: MeaningSource | undefined): CandidateSource => {
    if (type === "keyword") return words;
    if (!meaning) {
      notes.add(`${type} uses words, because no embedding model is set (HEADWATER_EMBEDDING_MODEL)`);
      return words;
    }
    return type === "hybrid" ? createHybridCandidates(words, meaning) : orWords(meaning, words, type, notes);
  };
  const { documents, sets } = scopeOf(inputs);
  const searches: Search[] = [];
  if (documents.length > 0)
    searches.push({
      candidates: choose(byWords, byMeaning),
      hopIndex,
      fileIds: documents.map(({ fileId }) => fileId),
    });
  if (sets.length > 0)
    searches.push({
      candidates: choose(searchSets.byWords(sets), searchSets.byMeaning?.(sets, onUsage)),
      hopIndex: searchSets.indexOf(sets, signal),
    });
  return searches;
}

/** The service's vectors may not be made yet, or the model be away: then words answer, as they do elsewhere. */
const orWords = (
  meaning: CandidateSource,
  words: CandidateSource,
  type: unknown,
  notes: Set<string>,
): CandidateSource => ({
  async search(query, scope, limit, signal) {
    const found = await meaning.search(query, scope, limit, signal);
    if (found.length > 0) return found;
    notes.add(`${type} used words, because nothing was found by vectors: they may still be in the making`);
    return words.search(query, scope, limit, signal);
  },
});
