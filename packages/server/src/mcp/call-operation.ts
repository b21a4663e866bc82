import type { OperationId } from "@headwater/spec";

/** A file to add, with the fields of its form. */
export type Upload = { fileName: string; content: Blob; method?: string | undefined; tags?: string[] };

/** What a tool asks of the service: an operation of the contract, as any client would send it. */
export type OperationCall = {
  operationId: OperationId;
  /** Name of the addressed flow, for operations of a single flow. */
  flow?: string;
  /** The values of the `{parameters}` of its path. */
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** How long the answer may be held back, in seconds, for operations that wait for something. */
  waitSeconds?: number;
  /** A file, for operations that take one. */
  upload?: Upload;
};

/** What the service answered: status and bytes are those of HTTP. Names of headers are in lower case. */
export type CallReply = { status: number; headers: Record<string, string>; body: Uint8Array };

/**
 * Port: calls an operation on behalf of one caller, in this process or over HTTP. An error of the service is a reply, too.
 * It rejects when there was no answer at all.
 */
export type CallOperation = (call: OperationCall, signal: AbortSignal) => Promise<CallReply>;
