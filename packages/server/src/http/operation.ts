import type { OperationId } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import type { ProjectId } from "../kernel/ids.ts";

/** A request to an operation as plain data: it can be handed to another thread. */
export type OperationRequest = {
  operationId: OperationId;
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  /** Those that an operation may read; names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** The bytes of a JSON body as they arrived; null for a request without one. */
  body: Uint8Array | null;
  /** Name of the flow that is addressed, on the surface of a single flow. */
  flow?: string | undefined;
  caller: Caller | undefined;
};

/** What becomes of it, as plain data. A body that grows while it is sent is a stream of bytes. */
export type OperationReply = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Why a reply of 500 and above is one: for the log, never for the caller. */
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
 * Port: carries out an operation, here or elsewhere. It rejects only when it could not be carried out at all: every
 * answer to the caller, errors included, is a reply. `signal` aborts when the caller has gone.
 */
export type RunOperation = (request: OperationRequest, signal: AbortSignal) => Promise<OperationReply>;
