import { parentPort, workerData } from "node:worker_threads";
import { createStores } from "../adapters/sql/create-stores.ts";
import { connectDatabase, type DatabaseAddress } from "../adapters/sql/database-address.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";
import { sendObservations } from "../adapters/threads/observations.ts";
import { packFileIds } from "../adapters/threads/packed-file-ids.ts";
import { type CallService, serveOperations } from "../adapters/threads/serve-operations.ts";
import type { FlowAddressing } from "../http/flow-url.ts";
import { routes } from "../http/routes.ts";
import { createRunOperation } from "../http/run-operation.ts";
import { systemClock } from "../kernel/clock.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import type { AskJudge } from "../models/judge.ts";
import type { SearchVectors } from "../retrieval/dense/search-vectors.ts";
import type { ScoreTexts } from "../retrieval/rerank.ts";
import type { EmbedTexts } from "./embedding.ts";
import { createRequestReaders } from "./spec.ts";
import { composeThreadRooms, type SharedServices } from "./thread-rooms.ts";

/** The start message of a thread. */
export type OperationThreadData = {
  database: DatabaseAddress;
  models: ModelSettings;
  flowAddressing: FlowAddressing;
  /** Which of the services there are that need a model. */
  searchesVectors: boolean;
  reranks: boolean;
  comparesMeaning: boolean;
  judges: boolean;
  /** Names the model of the vectors; null without one. */
  embeddingSpace: string | null;
  /** Where observations go: see `sendObservations`. */
  observations: string;
};

/** The entry of a thread that carries out operations, with a connection of its own to the database. */
if (!parentPort) throw new Error("operation-thread runs as a worker thread only");

/** After the thread that answers HTTP, and before those that read documents. */
lowerThreadPriority(5);

const {
  database,
  models,
  flowAddressing,
  searchesVectors,
  reranks,
  comparesMeaning,
  judges,
  embeddingSpace,
  observations,
} = workerData as OperationThreadData;
const observe = sendObservations(observations);
const stores = createStores(await connectDatabase(database, { connections: 4 }), systemClock);

const sharedServices = (call: CallService): SharedServices => ({
  search: (projectId, query) =>
    call("search", projectId, packFileIds(query)) as ReturnType<SharedServices["search"]>,
  searchAll: (projectId, query) =>
    call("searchAll", projectId, packFileIds(query)) as ReturnType<SharedServices["searchAll"]>,
  warn: (...args) => call("warn", ...args) as Promise<void>,
  pageScreenshot: (...args) =>
    call("pageScreenshot", ...args) as ReturnType<SharedServices["pageScreenshot"]>,
  ...(searchesVectors && {
    searchVectors: (projectId, query) =>
      call("searchVectors", projectId, packFileIds(query)) as ReturnType<SearchVectors>,
  }),
  ...(reranks && { scoreTexts: (...args) => call("scoreTexts", ...args) as ReturnType<ScoreTexts> }),
  ...(comparesMeaning && {
    compareMeaning: (...args) => call("compareMeaning", ...args) as ReturnType<CompareMeaning>,
  }),
  ...(judges && {
    askJudge: (statement, evidence) => call("askJudge", statement, evidence) as ReturnType<AskJudge>,
  }),
  ...(embeddingSpace !== null && {
    embed: (...args) => call("embed", ...args) as ReturnType<EmbedTexts>,
  }),
});

serveOperations(parentPort, (call) =>
  createRunOperation(
    routes.filter(({ elsewhere }) => elsewhere !== undefined),
    composeThreadRooms(stores, sharedServices(call), systemClock, {
      models,
      addressing: flowAddressing,
      embeddingSpace,
      observe,
    }),
    createRequestReaders(),
    observe,
  ),
);
