import type { OperationId } from "@headwater/spec";
import type { Subjects } from "../audit/audit-log.ts";
import type { Caller } from "../auth/authenticate.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { WorkContext } from "../kernel/work-context.ts";

/** A request to an operation as plain data, so that it can be sent to another thread. */
export type OperationRequest = {
  operationId: OperationId;
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  /** The headers that an operation may read, with names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** The bytes of a JSON body as received; null for a request without one. */
  body: Uint8Array | null;
  /** The bytes of an upload. They stay on the thread that received them. */
  stream?: NodeJS.ReadableStream | undefined;
  /** Name of the addressed flow, on the surface of a single flow. */
  flow?: string | undefined;
  caller: Caller | undefined;
  /** As the log of requests has it. */
  requestId?: string | undefined;
  /** Its span, as W3C `traceparent`. */
  trace?: string | undefined;
  /** When it came, in ms since 1970. */
  receivedAt?: number | undefined;
  /** Names the run of a streamed answer. A run that is taken up after a restart has the id that it had. */
  runId?: string | undefined;
};

/** For whom an operation works. Undefined without a caller. */
export const contextOf = ({
  caller,
  requestId,
  trace,
  receivedAt,
}: OperationRequest): WorkContext | undefined =>
  caller && { projectId: caller.projectId, requestId, trace, receivedAt, spent: { modelSeconds: 0 } };

/** The reply as plain data. A body that grows while it is sent is a stream of bytes. */
export type OperationReply = {
  status: number;
  /** For the audit log. */
  subjects?: Subjects | undefined;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array> | null;
  /** The reason of a reply of 500 and above. It goes to the log, never to the caller. */
  fault?: Error;
};

/** What is known of a request before its body is read. */
export type OperationLoad = { operationId: OperationId; projectId: ProjectId; bodyBytes: number };

/**
 * Port: lets a request in before its body is read, and holds a place for it until what it answers is called. Throws 429
 * when too many wait.
 */
export type Admit = (load: OperationLoad) => () => void;

/**
 * Port: carries out an operation, here or on another thread. Every answer to the caller is a reply, errors included. It
 * rejects only when the operation could not be carried out at all. `signal` aborts when the caller has left.
 */
export type RunOperation = (request: OperationRequest, signal: AbortSignal) => Promise<OperationReply>;
