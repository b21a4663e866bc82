import type { FastifyBaseLogger } from "fastify";
import { createEmbeddingLog } from "../adapters/embedding-log.ts";
import { type LocalEmbedder, openLocalEmbedder } from "../adapters/onnx/local-embedder.ts";
import { createThreadedVectors } from "../adapters/vectors/threaded-vectors.ts";
import type { Observe } from "../kernel/observe.ts";
import type { Timer } from "../kernel/timer.ts";
import { judgingEncoder, multilingualEncoder } from "../models/built-in-encoder.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import { type CosineScale, cosineScaleIn } from "../models/cosine-scale.ts";
import type { Embedder, EmbeddingPurpose, Embeddings } from "../models/embedder.ts";
import { observeEmbedder } from "../models/observe-models.ts";
import {
  type BackgroundEmbedding,
  createBackgroundEmbedding,
} from "../retrieval/dense/background-embedding.ts";
import { createCompareMeaning } from "../retrieval/dense/compare-meaning.ts";
import { createSearchVectors, type SearchVectors } from "../retrieval/dense/search-vectors.ts";
import { createScoreTexts, type ScoreTexts } from "../retrieval/rerank.ts";
import type { Closing } from "./closing.ts";
import type { Processes } from "./processes.ts";
import { reportKeeper } from "./report-keeper.ts";
import type { SearchCluster } from "./search-cluster.ts";
import { openSearchModels } from "./search-models.ts";
import type { OpenStores } from "./stores.ts";
import { threadEntry } from "./thread-entry.ts";
import type { VectorThreadData } from "./vector-thread.ts";

/** What finds and orders chunks by models; each absent without its model. */
export type MeaningServices = {
  searchVectors?: SearchVectors;
  scoreTexts?: ScoreTexts;
  embed?: EmbedTexts;
  /** With encoders only that it is measured for what their cosines mean for an answer. */
  compareMeaning?: CompareMeaning;
};

/** Makes vectors. Who calls it from another thread waits no longer than a call of the model takes. */
export type EmbedTexts = (texts: string[], purpose: EmbeddingPurpose) => Promise<Embeddings>;

export type Meaning = {
  /** Null without an embedding model: then there are no vectors, no thread and no work for them. */
  embedding: BackgroundEmbedding | null;
  meaningServices: MeaningServices;
  /** Names the model of the vectors; null without one. */
  embeddingSpace: string | null;
};

/** Search by meaning and reranking, as far as there are models for them. Throws OperatorError. */
export async function composeEmbedding(
  { database, stores, storeId }: OpenStores,
  settings: ModelSettings,
  { signals, keeper }: Pick<Processes, "signals" | "keeper">,
  {
    cluster,
    logger,
    timer,
    closing,
    observe,
  }: {
    /** Null: there is none, and vectors are searched in this process. */
    cluster: SearchCluster | null;
    logger: FastifyBaseLogger;
    timer: Timer;
    closing: Closing;
    observe: Observe;
  },
): Promise<Meaning> {
  const log = createEmbeddingLog(logger);
  const { embedder, previousEmbedder, reranker, close } = await openSearchModels(settings, observe);
  closing.push(close);
  const reranking = reranker && { scoreTexts: createScoreTexts(reranker, log) };
  if (!embedder) return { embedding: null, meaningServices: { ...reranking }, embeddingSpace: null };
  const place = cluster?.hasVectors ? { address: cluster.address, storeId } : null;
  const workerData: VectorThreadData = { database, cluster: place };
  const index = createThreadedVectors(threadEntry("vector"), workerData, (text) => logger.warn(text));
  if (place) reportKeeper(keeper, index, { timer, closing });
  const embedding = createBackgroundEmbedding({
    ...{ ...stores, embedder, log, timer },
    isShared: signals !== null,
  });
  closing.push(
    () => index.close(),
    () => embedding.stop(),
  );
  const embedders = previousEmbedder ? [embedder, previousEmbedder] : [embedder];
  const searchVectors = createSearchVectors({ ...stores, embedders, index, log });
  const embed: EmbedTexts = (texts, purpose) =>
    embedder.embed(texts, purpose, AbortSignal.timeout(settings.timeoutMs));
  const comparing = compareBy(settings.embedding, embedder);
  return {
    embedding,
    meaningServices: { searchVectors, embed, ...reranking, ...comparing },
    embeddingSpace: embedder.space,
  };

  function compareBy(model: ModelSettings["embedding"], embedder: Embedder) {
    const judge = judgingEncoder(model);
    if (!judge || model?.provider !== "local") return {};
    const compare = createCompareMeaning({ ...stores, embedder, log, scale: cosineScaleIn(model.folder) });
    if (judge !== "by language") return { compareMeaning: compare };
    const elsewhere = openLater(observe);
    closing.push(elsewhere.close);
    const compareElsewhere = createCompareMeaning({ ...stores, ...elsewhere, log });
    const compareMeaning: CompareMeaning = (projectId, question, texts, isEnglish, ...more) =>
      (isEnglish ? compare : compareElsewhere)(projectId, question, texts, isEnglish, ...more);
    return { compareMeaning };
  }
}

/** The multilingual encoder, opened by the first text: those who have English documents alone never need it. */
function openLater(observe: Observe): {
  embedder: Embedder;
  scale: CosineScale | undefined;
  close(): Promise<void>;
} {
  const folder = multilingualEncoder()?.folder ?? "";
  let opened: Promise<LocalEmbedder> | undefined;
  const embedder: Embedder = {
    // No chunk is stored with its vectors.
    space: "judge",
    async embed(...args) {
      opened ??= openLocalEmbedder(folder, threadEntry("encoder"));
      return (await opened).embed(...args);
    },
  };
  return {
    embedder: observeEmbedder(embedder, observe),
    scale: cosineScaleIn(folder),
    close: async () => void (await (await opened)?.close()),
  };
}
