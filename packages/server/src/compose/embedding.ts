import type { FastifyBaseLogger } from "fastify";
import { createEmbeddingLog } from "../adapters/embedding-log.ts";
import { openLocalEmbedder } from "../adapters/onnx/local-embedder.ts";
import { createThreadedVectors } from "../adapters/vectors/threaded-vectors.ts";
import type { EmbeddingSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Reranker } from "../models/reranker.ts";
import {
  type BackgroundEmbedding,
  createBackgroundEmbedding,
} from "../retrieval/dense/background-embedding.ts";
import { createSearchVectors, type SearchVectors } from "../retrieval/dense/search-vectors.ts";
import { createScoreTexts, type ScoreTexts } from "../retrieval/rerank.ts";
import type { Closing } from "./closing.ts";
import type { OpenStores } from "./stores.ts";
import type { VectorThreadData } from "./vector-thread.ts";

/** What finds and orders chunks by models; each absent without its model. */
export type MeaningServices = { searchVectors?: SearchVectors; scoreTexts?: ScoreTexts };

export type Meaning = {
  /** Null without an embedding model: then there are no vectors, no thread and no work for them. */
  embedding: BackgroundEmbedding | null;
  meaningServices: MeaningServices;
};

const entryOf = (name: string) =>
  new URL(`./${name}-thread.${import.meta.url.endsWith(".ts") ? "ts" : "mjs"}`, import.meta.url);

/** Search by meaning and reranking, as far as there are models for them. Throws OperatorError. */
export async function composeEmbedding(
  { folder, stores }: OpenStores,
  settings: EmbeddingSettings,
  given: { embedders?: Embedder[]; reranker?: Reranker | undefined },
  { logger, timer, closing }: { logger: FastifyBaseLogger; timer: Timer; closing: Closing },
): Promise<Meaning> {
  const log = createEmbeddingLog(logger);
  const scoreTexts = given.reranker && createScoreTexts(given.reranker, log);
  const embedders = given.embedders ?? (await openEmbedders(settings, closing));
  const [embedder] = embedders;
  if (!embedder) return { embedding: null, meaningServices: scoreTexts ? { scoreTexts } : {} };
  const workerData: VectorThreadData = { database: folder.database };
  const index = createThreadedVectors(entryOf("vector"), workerData);
  const embedding = createBackgroundEmbedding({ ...stores, embedder, index, log, timer });
  closing.push(
    () => index.close(),
    () => embedding.stop(),
  );
  const searchVectors = createSearchVectors({ ...stores, embedders, index, log });
  return { embedding, meaningServices: scoreTexts ? { searchVectors, scoreTexts } : { searchVectors } };
}

async function openEmbedders(
  { current, previous }: EmbeddingSettings,
  closing: Closing,
): Promise<Embedder[]> {
  const embedders: Embedder[] = [];
  const named = [
    ["HEADWATER_EMBEDDING_MODEL", current],
    ["HEADWATER_PREVIOUS_EMBEDDING_MODEL", current && previous],
  ] as const;
  for (const [setting, address] of named) {
    if (address === undefined) continue;
    const folder = /^local:(.+)$/s.exec(address)?.[1];
    if (folder === undefined)
      throw new OperatorError(
        `${setting}=${address} can't be used: it takes local:<folder>. Change it or unset it.`,
      );
    const embedder = await openLocalEmbedder(folder, entryOf("encoder"));
    closing.push(() => embedder.close());
    embedders.push(embedder);
  }
  return embedders;
}
