import { operations, type SourcesOperationId } from "@headwater/spec";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import { permissionDenied } from "../auth/errors.ts";
import type { AppOptions } from "./app.ts";
import { type Route, type RouteInput, RouteReply } from "./define-route.ts";
import { checkUploadHeaders } from "./upload-headers.ts";
import type { CreateValidate } from "./validate.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    operationId?: string;
    failure?: string | undefined;
  }
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Binds one operation to one address: 401, 403, 411 and 413 before the body is read, then 400, then the room. */
export function registerRoute<Id extends SourcesOperationId>(
  app: FastifyInstance,
  url: string,
  route: Route<Id>,
  { rooms, authenticate, stopping }: AppOptions,
  createValidate: CreateValidate,
): void {
  const operation = operations[route.operationId];
  const validate = createValidate(route.operationId, route.required);

  app.route({
    method: operation.method,
    url: url.replaceAll(/\{(\w+)\}/g, ":$1") || "/",
    config: { operationId: route.operationId, failure: route.failure },
    onRequest: async (request) => {
      if (!operation.auth) return;
      request.caller = await authenticate(request.headers.authorization);
      if (operation.access === "write" && request.caller.readOnly) throw permissionDenied();
      if (operation.body === "multipart") checkUploadHeaders(request.headers);
    },
    handler: async (request, reply) => {
      const { params, query, body } = validate({
        params: request.params as Record<string, string>,
        query: request.query as Record<string, string | string[] | undefined>,
        body: request.body,
      });
      const input = {
        params,
        query,
        body,
        caller: request.caller,
        headers: request.headers,
        stream: request.raw,
        signal: AbortSignal.any([stopping, gone(reply)]),
      } as unknown as RouteInput<Id>;
      const result = await route.handle(input, rooms);
      if (!(result instanceof RouteReply)) return reply.send(result);
      return reply.headers(result.headers).code(result.status).send(result.body);
    },
  });
}

/** Aborts when the client hangs up before it was answered. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
