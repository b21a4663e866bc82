import type { FastifyBaseLogger } from "fastify";
import type { Authenticate } from "../auth/authenticate.ts";
import type { WatchToken } from "../auth/watch-tokens.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { Observe } from "../kernel/observe.ts";
import type { Traces } from "../kernel/traces.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import type { EnforceLimits } from "../usage/enforce-limits.ts";
import type { Admit, RunOperation } from "./operation.ts";
import type { RecordOperation } from "./record-operation.ts";
import type { Rooms } from "./rooms.ts";
import type { RequestReaders } from "./run-operation.ts";

/** What the HTTP application is made of. */
export type AppOptions = {
  /** The rooms on the thread that answers HTTP. */
  rooms: Partial<Rooms>;
  /** Carries out operations that must not run on this thread. */
  runOperation: RunOperation;
  /** Called for each of those before its body is read. */
  admit: Admit;
  authenticate: Authenticate;
  watchToken: WatchToken;
  /** The project of a flow, by its name; null when there is no such flow. */
  flowProject: (name: string) => Promise<ProjectId | null>;
  readers: RequestReaders;
  logger: FastifyBaseLogger;
  metrics: { observe: Observe };
  /** Absent: no traces are sent. */
  traces?: Pick<Traces, "beginRequest"> | undefined;
  /** Absent: nothing is limited. */
  projectLimits?: EnforceLimits | undefined;
  /** Absent: there is no audit log. */
  record?: RecordOperation | undefined;
  flowsDomain: string;
  /** Whether a proxy in front sets `X-Forwarded-Host`, so that it can be believed. */
  trustProxy: boolean;
  /** Aborts when the service begins to stop. Held-back answers are then given at once. */
  stopping: AbortSignal;
  /** Aborts when the time for stopping is over. Its reason is the error that unfinished requests are answered with. */
  cutOff: AbortSignal;
  storage: StorageSpace;
  /** Rejects while nothing may be changed, because what is stored is being moved. Absent: it never is. */
  mayChange?: (() => Promise<void>) | undefined;
};
