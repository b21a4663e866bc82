import type { Reranker } from "../models/reranker.ts";
import { embeddedText } from "./dense/embedded-text.ts";
import type { EmbeddingLog } from "./dense/embedding-log.ts";
import type { RetrievedChunk } from "./retrieved-chunk.ts";

/** How well each text answers a query, 0..1; null when the model can't say now. Never rejects. */
export type ScoreTexts = (query: string, texts: string[]) => Promise<number[] | null>;

/** Puts retrieved chunks into a better order. */
export type Rerank = (
  query: string,
  chunks: RetrievedChunk[],
  signal: AbortSignal,
) => Promise<RetrievedChunk[]>;

/** Chunks that are read with the query: what is not among these is hardly ever the answer, and each costs time. */
export const rerankedChunks = 50;

const rerankingMs = 20_000;

/** Asks the model. When it fails the chunks stay in their order, and the log says so. */
export const createScoreTexts =
  (reranker: Reranker, log: Pick<EmbeddingLog, "fellBack">): ScoreTexts =>
  async (query, texts) => {
    try {
      const { scores } = await reranker.rerank(query, texts, AbortSignal.timeout(rerankingMs));
      if (scores.length !== texts.length || !scores.every(Number.isFinite))
        throw new Error(`${reranker.name} gave ${scores.length} scores for ${texts.length} texts`);
      return scores;
    } catch (error) {
      log.fellBack("reranking", error);
      return null;
    }
  };

/** Orders the best chunks by the model's scores, which become theirs; the others stay behind them. */
export const createRerank =
  (scoreTexts: ScoreTexts): Rerank =>
  async (query, chunks, signal) => {
    const best = chunks.slice(0, rerankedChunks);
    const scores = best.length > 1 ? await scoreTexts(query, best.map(embeddedText)) : null;
    signal.throwIfAborted();
    if (!scores) return chunks;
    const reranked = best
      .map((chunk, at) => ({ ...chunk, score: Math.min(1, Math.max(0, scores[at] ?? 0)) }))
      .sort((one, other) => other.score - one.score);
    const lowest = reranked.at(-1)?.score ?? 0;
    const rest = chunks
      .slice(rerankedChunks)
      .map((chunk) => ({ ...chunk, score: Math.min(chunk.score, lowest) }));
    return [...reranked, ...rest];
  };
