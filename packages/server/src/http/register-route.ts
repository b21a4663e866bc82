import { limits, messages, noticeHeader, noticeValue, type OperationId, operations } from "@headwater/spec";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import { permissionDenied } from "../auth/errors.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { AppOptions } from "./app.ts";
import { type Route, type RouteInput, RouteReply } from "./define-route.ts";
import { storageFull } from "./error-body.ts";
import type { CreateReadRequest } from "./read-request.ts";
import { checkUploadHeaders } from "./upload-headers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    operationId?: string;
    failure?: string | undefined;
  }
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Binds one operation to one address: 401, 403, 411, 413 and 507 before the body is read, then 400, then the room. */
export function registerRoute<Id extends OperationId>(
  app: FastifyInstance,
  url: string,
  route: Route<Id>,
  { rooms, authenticate, stopping, cutOff, storage }: AppOptions,
  createReadRequest: CreateReadRequest,
): void {
  const operation = operations[route.operationId];
  const readRequest = createReadRequest(route.operationId, route.required);

  app.route({
    method: operation.method,
    url: url.replaceAll(/\{(\w+)\}/g, ":$1") || "/",
    config: { operationId: route.operationId, failure: route.failure },
    onRequest: async (request, reply) => {
      if (!operation.auth) return;
      request.caller = await authenticate(request.headers.authorization);
      if (operation.manage && !request.caller.manage) throw permissionDenied();
      if (operation.access === "write" && request.caller.readOnly) throw permissionDenied();
      if (operation.body !== "multipart") {
        // Before the body is asked for; one of unknown length is counted as it comes.
        if (Number(request.headers["content-length"]) > limits.maxJsonBytes)
          throw new ServiceError(413, messages.bodyTooLarge);
        return;
      }
      checkUploadHeaders(request.headers);
      const giveBack = await storage.hold(Number(request.headers["content-length"]));
      if (giveBack === null) throw storageFull();
      reply.raw.once("close", giveBack);
    },
    handler: async (request, reply) => {
      const { flow_name: flow, ...sentParams } = request.params as Record<string, string>;
      const { params, query, body, notices } = readRequest({
        params: sentParams,
        query: request.query as Record<string, string | string[] | undefined>,
        body: request.body as Buffer | undefined,
        contentType: request.headers["content-type"],
        contentEncoding: request.headers["content-encoding"],
      });
      if (notices.length > 0) reply.header(noticeHeader, noticeValue(notices));
      const input = {
        params,
        query,
        body,
        flow,
        caller: request.caller,
        headers: request.headers,
        stream: request.raw,
        signal: AbortSignal.any([cutOff, gone(reply)]),
        stopping,
      } as unknown as RouteInput<Id>;
      // An upload that still goes on when the time is over learns so at once.
      const result = await unlessCutOff(route.handle(input, rooms), cutOff);
      if (!(result instanceof RouteReply)) return reply.send(result);
      return reply.headers(result.headers).code(result.status).send(result.body);
    },
  });
}

/** The work's result, or the signal's reason as soon as it aborts. */
async function unlessCutOff<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let listener = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => reject(signal.reason);
    if (signal.aborted) listener();
    signal.addEventListener("abort", listener, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}

/** Aborts when the client hangs up before it was answered. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
