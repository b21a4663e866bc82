import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import { embeddedText } from "../../retrieval/dense/embedded-text.ts";
import { createLexicalCandidates } from "../../retrieval/lexical-candidates.ts";
import { rerankedChunks, type ScoreTexts } from "../../retrieval/rerank.ts";
import { withTerms } from "../../retrieval/search-terms.ts";
import { scoreSets } from "../chunk-sets/score.ts";
import { buildSetIndex } from "../chunk-sets/set-index.ts";
import { type PassageText, textsOfPassages } from "../evidence/passage-texts.ts";
import type { OutputPassage } from "../flow/node-output.ts";
import type { NodeCost } from "../flow/shown.ts";
import { type PassageList, passageListsOf } from "../node/input-passages.ts";
import type { NodeKind } from "../node/node-kind.ts";
import { numberIn } from "./config-values.ts";

export type RerankingNodeDependencies = {
  chunks: Pick<ChunkStore, "findActive">;
  /** Absent without a reranking model. */
  scoreTexts?: ScoreTexts | undefined;
};

const byWordsNote =
  "Ordered by words: the earlier score and the service's ranking of the passages by the words of the query count half each, because no reranking model is set (HEADWATER_RERANKING_MODEL)";
const modelAwayNote = "The reranking model did not answer: passages keep the order in which they came";

/** Orders passages anew by a model, or by their words. Passages of several nodes become one list. */
export const createRerankingNode = ({ chunks, scoreTexts }: RerankingNodeDependencies): NodeKind => ({
  type: "reranking",
  version: 1,
  isKeptByRuns: true,
  needs: ["passages"],
  takes: [],
  gives: "passages",
  readsQuery: false,
  defaults: { topK: null },
  run: async ({ node, projectId, inputs, signal }) => {
    const topK = numberIn(node.config, "topK", { min: 1, isWhole: true }) ?? Number.POSITIVE_INFINITY;
    const lists: PassageList[] = [];
    const notes = new Set<string>();
    for (const { query, passages } of passageListsOf(inputs)) {
      signal.throwIfAborted();
      const read = await textsOfPassages(chunks, projectId, passages);
      const ordered = scoreTexts
        ? await byModel(scoreTexts, query.text, read, notes)
        : await orderByWords(query.text, read, signal);
      if (!scoreTexts) notes.add(byWordsNote);
      lists.push({ query, passages: ordered.slice(0, topK) });
    }
    return {
      output: { kind: "passages", lists },
      counts: { total_reranked: lists.reduce((sum, { passages }) => sum + passages.length, 0) },
      notes: [...notes],
    };
  },
  estimate: async ({ projectId, inputs }) => {
    const cost: NodeCost = { files: 0, chunks: 0, modelCalls: 0, tokens: 0 };
    for (const { query, passages } of passageListsOf(inputs)) {
      cost.chunks += passages.length;
      if (!scoreTexts || passages.length < 2) continue;
      const read = await textsOfPassages(chunks, projectId, passages.slice(0, rerankedChunks));
      cost.modelCalls += 1;
      for (const { text } of read) cost.tokens += estimateTokens(query.text) + estimateTokens(text);
    }
    return cost;
  },
});

/** The best are read by the model; the others stay behind them. */
async function byModel(
  scoreTexts: ScoreTexts,
  query: string,
  read: PassageText[],
  notes: Set<string>,
): Promise<OutputPassage[]> {
  const best = read.slice(0, rerankedChunks);
  const texts = best.map(({ text, chunk }) => embeddedText({ title: chunk.title, text }));
  const scores = best.length > 1 ? await scoreTexts(query, texts) : null;
  if (!scores) {
    if (best.length > 1) notes.add(modelAwayNote);
    return read.map(({ passage }) => passage);
  }
  const ordered = best
    .map(({ passage }, at) => ({ ...passage, score: Math.min(1, Math.max(0, scores[at] ?? 0)) }))
    .sort((one, other) => other.score - one.score);
  const lowest = ordered.at(-1)?.score ?? 0;
  const rest = read.slice(rerankedChunks);
  return [...ordered, ...rest.map(({ passage }) => ({ ...passage, score: Math.min(passage.score, lowest) }))];
}

/** What the words of the passages count, beside the score that they came with. */
const shareOfWords = 0.5;

/**
 * Orders passages by the mean of the score they came with and that of the service's own ranking among them alone: words
 * that all of them have say nothing here. Both lie in 0..1 and are not stretched: of three passages that are nearly as good
 * as each other the last is not a bad one.
 */
async function orderByWords(
  query: string,
  read: PassageText[],
  signal: AbortSignal,
): Promise<OutputPassage[]> {
  const texts = withTerms(read.map(({ text, chunk }) => ({ title: chunk.title, text })));
  const rows = texts.map(({ termHashes }, position) => ({ chunkId: String(position), position, termHashes }));
  const index = buildSetIndex("passages", rows);
  const words = createLexicalCandidates({ search: async (_projectId, asked) => scoreSets([index], asked) });
  const byWords = await words.search(query, { projectId: "" }, rows.length, signal);
  const scores = new Map(byWords.map(({ chunkId, score }) => [chunkId, score]));
  return read
    .map(({ passage }, position) => ({
      ...passage,
      score: (1 - shareOfWords) * passage.score + shareOfWords * (scores.get(String(position)) ?? 0),
    }))
    .sort((one, other) => other.score - one.score);
}
