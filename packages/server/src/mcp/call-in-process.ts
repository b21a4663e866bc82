import { Readable } from "node:stream";
import { type OperationId, operations } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import type { AppOptions } from "../http/app-options.ts";
import { type AddressedFlow, checkAccess } from "../http/check-access.ts";
import type { Route } from "../http/define-route.ts";
import { errorReply, limitOf, storageFull } from "../http/error-body.ts";
import type { OperationReply, OperationRequest } from "../http/operation.ts";
import { isRecorded } from "../http/record-operation.ts";
import { createRunOperation, subjectsOf } from "../http/run-operation.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { CallOperation, OperationCall } from "./call-operation.ts";
import { formOfUpload } from "./form-of-upload.ts";

/** What the operations need, the same as over HTTP. */
export type OperationParts = Pick<
  AppOptions,
  | "rooms"
  | "runOperation"
  | "admit"
  | "readers"
  | "storage"
  | "cutOff"
  | "metrics"
  | "record"
  | "projectLimits"
  | "mayChange"
> &
  Pick<AddressedFlow, "flowProject"> & {
    routes: readonly Route<OperationId>[];
    /** Called with why an answer is a failure of ours. The caller gets the operation's own message. */
    onFault: (error: Error) => void;
  };

/**
 * Calls operations in this process on behalf of a caller. They are checked, queued and limited as those that come over
 * HTTP: by the same functions, in the same order.
 */
export function createCallInProcess(parts: OperationParts): (caller: Caller) => CallOperation {
  const { routes, runOperation, admit, storage, cutOff, projectLimits, onFault } = parts;
  const known = new Map(routes.map((route) => [route.operationId as OperationId, route]));
  // Whether an operation decides for itself where it runs does not matter here: tools call the quick forms of those.
  const quick = routes.filter(({ elsewhere }) => elsewhere !== "always");
  const runHere = createRunOperation(quick, parts.rooms, parts.readers, parts.metrics.observe);

  const run = async (call: OperationCall, caller: Caller, signal: AbortSignal): Promise<OperationReply> => {
    const route = known.get(call.operationId);
    if (!route) throw new ServiceError(404, "Not found");
    await checkAccess(operations[route.operationId], caller, {
      flow: call.flow,
      flowProject: parts.flowProject,
    });
    if (operations[route.operationId].access === "write") await parts.mayChange?.();
    const uncount = await projectLimits?.enter(route.operationId, caller.projectId);
    try {
      const reply = await carryOut(route, call, caller, signal);
      if (isRefusal(reply.status)) uncount?.();
      return reply;
    } catch (error) {
      if (isRefusal(errorReply(error).status)) uncount?.();
      throw error;
    }
  };

  const carryOut = async (
    route: Route<OperationId>,
    call: OperationCall,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<OperationReply> => {
    const request = { ...requestOf(call), caller };
    if (route.elsewhere === "always") {
      const bodyBytes = request.body?.length ?? 0;
      const leave = admit({ operationId: route.operationId, projectId: caller.projectId, bodyBytes });
      // From here on it waits by itself.
      leave();
      return runOperation(request, signal);
    }
    if (route.stores && storage.isFull()) throw storageFull();
    await projectLimits?.checkStorage(route.operationId, caller.projectId, call.upload?.content.size ?? 0);
    if (!call.upload) return runHere(request, signal);
    const giveBack = await storage.hold(call.upload.content.size);
    if (giveBack === null) throw storageFull();
    try {
      return await runHere(request, signal);
    } finally {
      giveBack();
    }
  };

  const recordCall = async (
    call: OperationCall,
    caller: Caller,
    reply: Pick<OperationReply, "status" | "subjects">,
  ) => {
    if (!parts.record || !isRecorded(call.operationId)) return;
    await parts.record(call.operationId, {
      ...{ via: "mcp" as const, outcome: reply.status, caller, onBehalfOf: null, requestId: null },
      subjects: reply.subjects ?? subjectsOf({ ...call, params: call.params ?? {} }) ?? {},
    });
  };

  return (caller) => async (call, signal) => {
    try {
      const reply = await run(call, caller, AbortSignal.any([signal, cutOff]));
      if (reply.fault && !signal.aborted) onFault(reply.fault);
      await recordCall(call, caller, reply);
      return { status: reply.status, headers: reply.headers, body: await bytesOf(reply.body) };
    } catch (error) {
      const limit = limitOf(error);
      if (limit !== null) parts.metrics.observe({ kind: "refusal", limit });
      const { failure } = known.get(call.operationId) ?? {};
      const { status, headers, body } = errorReply(error, failure);
      if (status === 500 && !signal.aborted)
        onFault(error instanceof Error ? error : new Error(String(error)));
      await recordCall(call, caller, { status });
      return { status, headers, body: Buffer.from(JSON.stringify(body)) };
    }
  };
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500;

function requestOf(call: OperationCall): OperationRequest {
  const { operationId, flow, params, query, body, upload, waitSeconds } = call;
  const prefer = waitSeconds ? { prefer: `wait=${waitSeconds}` } : {};
  const request = { operationId, flow, params: params ?? {}, query: query ?? {}, caller: undefined };
  if (upload) {
    const { headers, body: stream } = new Response(formOfUpload(upload));
    const type = headers.get("content-type") ?? undefined;
    return {
      ...request,
      headers: { "content-type": type },
      body: null,
      stream: Readable.fromWeb(stream as never),
    };
  }
  if (body === undefined) return { ...request, headers: prefer, body: null };
  const headers = { "content-type": "application/json" };
  return { ...request, headers, body: Buffer.from(JSON.stringify(body)) };
}

async function bytesOf(body: OperationReply["body"]): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
