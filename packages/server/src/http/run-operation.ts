import { noticeHeader, noticeValue, type OperationId, operations } from "@headwater/spec";
import type { Subjects } from "../audit/audit-log.ts";
import { subjectsIn } from "../audit/subjects.ts";
import type { Observe } from "../kernel/observe.ts";
import { type Route, type RouteInput, RouteReply } from "./define-route.ts";
import { errorReply, limitOf } from "./error-body.ts";
import type { OperationReply, OperationRequest, RunOperation } from "./operation.ts";
import type { CreateReadRequest } from "./read-request.ts";
import { isRecorded } from "./record-operation.ts";
import type { Rooms } from "./rooms.ts";

/** The readers of requests, one per surface. */
export type RequestReaders = Record<"sources" | "flows", CreateReadRequest>;

/**
 * The reader for the requests of a surface. One document describes both the surface of a flow and that of all flows.
 */
export const readerFor = (readers: RequestReaders, operationId: OperationId): CreateReadRequest =>
  operations[operationId].surface === "sources" ? readers.sources : readers.flows;

/** Carries out the operations of these routes on this thread, with the rooms on it. */
export function createRunOperation(
  routes: readonly Route<OperationId>[],
  rooms: Partial<Rooms>,
  readers: RequestReaders,
  observe: Observe,
): RunOperation {
  const known = new Map(
    routes.map((route) => [
      route.operationId,
      { route, read: readerFor(readers, route.operationId)(route.operationId, route) },
    ]),
  );
  return async (request, signal) => {
    const operation = known.get(request.operationId);
    if (!operation) throw new Error(`The operation ${request.operationId} is not carried out on this thread`);
    const { route, read } = operation;
    const { params, query, body, stream, flow, caller, headers, runId } = request;
    try {
      const { notices, ...sent } = read({
        params,
        query,
        body: body ?? undefined,
        contentType: String(headers["content-type"] ?? "") || undefined,
        contentEncoding: String(headers["content-encoding"] ?? "") || undefined,
      });
      const input = { ...sent, stream, flow, caller, headers, signal, stopping: signal, runId };
      // The list of routes says which rooms are used.
      const result = await route.handle(input as unknown as RouteInput<OperationId>, rooms as Rooms);
      const reply = { ...replyOf(result), subjects: subjectsOf(request, sent.body, result) };
      if (notices.length > 0) reply.headers[noticeHeader] = noticeValue(notices);
      return reply;
    } catch (error) {
      const limit = limitOf(error);
      if (limit !== null) observe({ kind: "refusal", limit });
      return { ...failedReply(error, route.failure), subjects: subjectsOf(request) };
    }
  };
}

/** What an operation was about: by its address, and as far as it came, by its body and its answer. */
export const subjectsOf = (
  { operationId, params, flow }: Pick<OperationRequest, "operationId" | "params" | "flow">,
  body?: unknown,
  result?: unknown,
): Subjects | undefined => {
  if (!isRecorded(operationId)) return undefined;
  const answer = result instanceof RouteReply ? result.body : result;
  // Only this answer names its flow `name`.
  const made = operationId === "createFlow" ? (answer as { name?: string } | undefined)?.name : undefined;
  return subjectsIn({ flow_name: flow ?? made }, params, body, answer);
};

/** Turns an error into its reply. An error that is not the caller's fault keeps its reason for the log. */
function failedReply(error: unknown, failure: string | undefined): OperationReply {
  const { status, headers, body } = errorReply(error, failure);
  const reply = jsonReply(body, status, headers);
  return status < 500
    ? reply
    : { ...reply, fault: error instanceof Error ? error : new Error(String(error)) };
}

function replyOf(result: unknown): OperationReply {
  if (!(result instanceof RouteReply)) return jsonReply(result, 200);
  const { body, status, headers } = result;
  if (body === undefined || body === null) return { status, headers: { ...headers }, body: null };
  if (body instanceof Uint8Array) return { status, headers: { ...headers }, body };
  if (isStream(body)) return { status, headers: { ...headers }, body: bytesOf(body) };
  return jsonReply(body, status, headers);
}

const jsonReply = (value: unknown, status: number, headers: Record<string, string> = {}): OperationReply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

type Pieces = AsyncIterable<string | Uint8Array>;

const isStream = (body: unknown): body is Pieces =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

async function* bytesOf(stream: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}
