import { availableParallelism } from "node:os";
import {
  createOperationThreads,
  defaultOperationThreads,
  type OperationThreads,
} from "../adapters/threads/operation-threads.ts";
import { tooBusy } from "../http/error-body.ts";
import type { OperationLoad } from "../http/operation.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OperationThreadData } from "./operation-thread.ts";
import type { SharedServices } from "./thread-rooms.ts";

const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./operation-thread.ts" : "./operation-thread.mjs",
  import.meta.url,
);

/** A question is a few hundred bytes; a body this large holds a schema or a document, and takes its time. */
const heavyBytes = 16 * 1024;

/** An extraction reads whole documents; the rest is quick unless its body is large. */
const isHeavy = ({ operationId, bodyBytes }: OperationLoad): boolean =>
  operationId === "runExtraction" || bodyBytes > heavyBytes;

/** The threads that answer questions, extract and list, over the database at this path. */
export const openOperationThreads = (
  database: string,
  services: SharedServices,
  clock: Clock,
): OperationThreads =>
  createOperationThreads(
    {
      entry,
      workerData: {
        database,
        searchesVectors: services.searchVectors !== undefined,
        reranks: services.scoreTexts !== undefined,
      } satisfies OperationThreadData,
      services,
      clock,
      tooBusy,
    },
    { ...defaultOperationThreads, size: Math.min(4, Math.max(2, availableParallelism())), isHeavy },
  );
