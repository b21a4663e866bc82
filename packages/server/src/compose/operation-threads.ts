import { availableParallelism } from "node:os";
import type { DatabaseAddress } from "../adapters/sql/database-address.ts";
import {
  createOperationThreads,
  defaultOperationThreads,
  type OperationThreads,
} from "../adapters/threads/operation-threads.ts";
import { unpackFileIds, type WithPackedIds } from "../adapters/threads/packed-file-ids.ts";
import { tooBusy } from "../http/error-body.ts";
import type { FlowAddressing } from "../http/flow-url.ts";
import type { OperationLoad } from "../http/operation.ts";
import { steadyClock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { ChunkQueries, ChunkQuery } from "../retrieval/chunk-index.ts";
import type { MeaningQuery } from "../retrieval/dense/search-vectors.ts";
import type { OperationThreadData } from "./operation-thread.ts";
import type { SharedServices } from "./thread-rooms.ts";

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./operation-thread.ts" : "./operation-thread.mjs",
  import.meta.url,
);

/** A question is a few hundred bytes; a body this large holds a schema or a document, and takes its time. */
const heavyBytes = 16 * 1024;

/** With a model, an operation mostly waits for it, and meanwhile others run in the same thread. */
const perThreadWithModel = 32;
/** Calls of a model end by themselves. The thread is only ended when more of them were slow than an operation makes. */
const modelCallsPerOperation = 20;

/** They read and cut whole documents at a stretch, unless they mostly wait for a model. */
const heavyOperations: ReadonlySet<string> = new Set([
  "runExtraction",
  "simulateFlow",
  "simulateNode",
  "replayRun",
]);

/** An extraction by rules and a simulation are heavy; the rest is quick unless its body is large. */
const createIsHeavy =
  (hasModel: boolean) =>
  ({ operationId, bodyBytes }: OperationLoad): boolean =>
    (heavyOperations.has(operationId) && !hasModel) || bodyBytes > heavyBytes;

/** Runs of flows end by themselves after ten minutes. */
const flowMs = 11 * 60_000;
const flowOperations: ReadonlySet<string> = new Set([...heavyOperations, "runFlow", "explainFlow"]);

/** The threads that answer questions, extract and list, over this database. */
export function openOperationThreads(
  database: DatabaseAddress,
  {
    models,
    flowsDomain,
    trustProxy,
    embeddingSpace,
    observations,
  }: FlowAddressing & Pick<OperationThreadData, "models" | "embeddingSpace" | "observations">,
  services: SharedServices,
): OperationThreads {
  const hasModel = models.language !== undefined;
  const { searchVectors } = services;
  return createOperationThreads(
    {
      entry,
      workerData: {
        database,
        models,
        flowAddressing: { flowsDomain, trustProxy },
        searchesVectors: services.searchVectors !== undefined,
        reranks: services.scoreTexts !== undefined,
        comparesMeaning: services.compareMeaning !== undefined,
        judges: services.askJudge !== undefined,
        embeddingSpace,
        observations,
      } satisfies OperationThreadData,
      services: {
        ...services,
        search: (projectId: ProjectId, query: WithPackedIds<ChunkQuery>) =>
          services.search(projectId, unpackFileIds(query)),
        searchAll: (projectId: ProjectId, query: WithPackedIds<ChunkQueries>) =>
          services.searchAll(projectId, unpackFileIds(query)),
        ...(searchVectors && {
          searchVectors: (projectId: ProjectId, query: WithPackedIds<MeaningQuery>) =>
            searchVectors(projectId, unpackFileIds(query)),
        }),
      },
      clock: steadyClock,
      tooBusy,
    },
    {
      ...defaultOperationThreads,
      minOperationMs: ({ operationId }) => (flowOperations.has(operationId) ? flowMs : 0),
      size: Math.min(4, Math.max(2, availableParallelism())),
      isHeavy: createIsHeavy(hasModel),
      ...(hasModel && {
        perThread: perThreadWithModel,
        operationMs: defaultOperationThreads.operationMs + modelCallsPerOperation * models.timeoutMs,
      }),
    },
  );
}
