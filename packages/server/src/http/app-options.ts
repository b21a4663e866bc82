import type { FastifyBaseLogger } from "fastify";
import type { Authenticate } from "../auth/authenticate.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { Admit, RunOperation } from "./operation.ts";
import type { Rooms } from "./rooms.ts";
import type { RequestReaders } from "./run-operation.ts";

/** What the HTTP application is made of. */
export type AppOptions = {
  /** Those that stand on the thread that answers HTTP. */
  rooms: Partial<Rooms>;
  /** Carries out what this thread must not do. */
  runOperation: RunOperation;
  /** Asked for each of those, before its body is read. */
  admit: Admit;
  authenticate: Authenticate;
  readers: RequestReaders;
  logger: FastifyBaseLogger;
  metrics: HttpMetrics;
  flowsDomain: string;
  /** Aborts when the service stops: answers that are being held back are given at once. */
  stopping: AbortSignal;
  /** Aborts when the time for stopping is over, its reason the error with which what still goes on is answered. */
  cutOff: AbortSignal;
  storage: StorageSpace;
};
