import type { FastifyBaseLogger } from "fastify";
import type { Authenticate } from "../auth/authenticate.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { RunOperation } from "./operation.ts";
import type { Rooms } from "./rooms.ts";
import type { RequestReaders } from "./run-operation.ts";

export type AppOptions = {
  /** The rooms on the thread that answers HTTP. */
  rooms: Partial<Rooms>;
  /** Carries out operations that must not run on this thread. */
  runOperation: RunOperation;
  authenticate: Authenticate;
  readers: RequestReaders;
  logger: FastifyBaseLogger;
  metrics: HttpMetrics;
  flowsDomain: string;
  /** Aborts when the service begins to stop. Held-back answers are then given at once. */
  stopping: AbortSignal;
  /** Aborts when the time for stopping is over. Its reason is the error that unfinished requests are answered with. */
  cutOff: AbortSignal;
  storage: StorageSpace;
};
