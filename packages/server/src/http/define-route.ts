import type { FlowsOperations, OperationId, operations, SourcesOperations } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import type { FieldMessages } from "./read-request.ts";
import type { Rooms } from "./rooms.ts";

/** The operations of every surface. */
type Operations = SourcesOperations & FlowsOperations;
type Operation<Id extends OperationId> = Operations[Id];
type Parameters<Id extends OperationId, Place extends string> =
  Operation<Id> extends { parameters: { [P in Place]: infer Values } } ? Values : Record<string, never>;
type RequestBody<Id extends OperationId> =
  Operation<Id> extends { requestBody?: infer Body } ? NonNullable<Body> : never;
/** A body that may be left out is read as an empty one. */
type JsonBody<Id extends OperationId> = [RequestBody<Id>] extends [never]
  ? undefined
  : RequestBody<Id> extends { content: { "application/json": infer Body } }
    ? Body
    : undefined;
type JsonReply<Id extends OperationId> =
  Operation<Id> extends { responses: { 200: { content: { "application/json": infer Reply } } } }
    ? Reply
    : never;

export type RouteInput<Id extends OperationId> = {
  params: Parameters<Id, "path">;
  query: NonNullable<Parameters<Id, "query">>;
  body: JsonBody<Id>;
  /** Name of the addressed flow, on the surface of a single flow. */
  flow: (typeof operations)[Id]["surface"] extends "flows" ? string : undefined;
  caller: Caller;
  headers: Record<string, string | string[] | undefined>;
  /** Whether only the headers of the answer are sent. Set on the thread that answers HTTP. */
  isHead: boolean;
  /** The bytes of the request, for operations that stream their body. */
  stream: NodeJS.ReadableStream;
  /** Aborts when the client leaves, or when the time for stopping is over. */
  signal: AbortSignal;
  /** Aborts when the service begins to stop. Requests that only wait are then answered at once. */
  stopping: AbortSignal;
  /** Names the run of an answer that is streamed. */
  runId: string | undefined;
};

/** An answer that is more than JSON with status 200. */
export class RouteReply {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(body: unknown, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
  }
}

export type Route<Id extends OperationId> = {
  operationId: Id;
  handle: (input: RouteInput<Id>, rooms: Rooms) => Promise<JsonReply<Id> | RouteReply>;
  /** The contract's texts for missing fields. */
  required?: FieldMessages;
  /** Its texts for fields with a value that will not do. */
  invalid?: FieldMessages;
  /** The contract's text for a failure that is our fault (500). */
  failure?: string;
  /** Set for an operation without an upload that stores something new: 507 while the disk is full. */
  stores?: boolean;
  /** Set for an operation whose answer is sent as it is, also where its media type would compress well. */
  uncompressed?: true;
  /**
   * Set for an operation that reads or computes too much for the thread that answers HTTP: `always`, or a function that
   * decides for each request after it is read. Waiting is done first, on the HTTP thread.
   */
  elsewhere?: "always" | ((input: RouteInput<Id>, rooms: Rooms) => Promise<boolean>);
};

/** Defines a route. The operation id types its input and output; the room behind it does the work. */
export const defineRoute = <Id extends OperationId>(
  operationId: Id,
  handle: Route<Id>["handle"],
  options: Omit<Route<Id>, "operationId" | "handle"> = {},
): Route<Id> => ({ operationId, handle, ...options });

/** A header as one text. Several headers of one name are joined. */
export const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(", ") : value;
