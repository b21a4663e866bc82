import { randomUUID } from "node:crypto";
import { limits, type OperationId, operations } from "@headwater/spec";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Authenticate } from "../auth/authenticate.ts";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";
import type { StorageSpace } from "../ports/storage-space.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { errorReply } from "./error-body.ts";
import { isFlowHost } from "./flow-host.ts";
import type { HttpMetrics } from "./metrics.ts";
import { registerRoute } from "./register-route.ts";
import type { SpecDocument } from "./request-schema.ts";
import type { Rooms } from "./rooms.ts";
import { sourcesRoutes } from "./sources/index.ts";
import { createValidators } from "./validate.ts";

export type AppOptions = {
  rooms: Rooms;
  authenticate: Authenticate;
  spec: { sources: SpecDocument; flows: SpecDocument };
  logger: FastifyBaseLogger;
  metrics: HttpMetrics;
  flowsDomain: string;
  /** Aborts when the service stops: answers that are being held back are given at once. */
  stopping: AbortSignal;
  /** Aborts when the time for stopping is over, its reason the error with which what still goes on is answered. */
  cutOff: AbortSignal;
  storage: StorageSpace;
};

/** A slow line may need a while for 100 MB; nothing may need for ever. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The surfaces by path; the same operations answer at the root and under `/sources`. */
const mounts = ["", "/sources"];

/** The HTTP application: both address forms, errors as `{detail}`, a request id on every answer. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    // Requests are logged by `observeRequests`, without headers or query.
    logController: new LogController({ disableRequestLogging: true }),
    // JSON bodies; files have their own limit and never pass through here.
    bodyLimit: limits.maxJsonBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: "idle",
    // While stopping, `createDrain` answers.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    genReqId: (request) => {
      const sent = request.headers["x-request-id"];
      return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
    },
    frameworkErrors: (error, request, reply) => {
      const { status, body, headers } = errorReply(error);
      void (reply as FastifyReply)
        .headers({ ...headers, "x-request-id": request.id })
        .code(status)
        .send(body);
    },
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return;
      const body = JSON.stringify(errorReply(invalidInput("Invalid input: this is not valid HTTP")).body);
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
    },
  });

  acceptBodies(app);
  observeRequests(app, options);

  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, headers } = errorReply(error, request.routeOptions.config.failure);
    // A refusal while stopping or while the disk is full is news for the client alone.
    const refused = error instanceof ServiceError && error.status > 500;
    if (status >= 500 && !refused)
      request.log.error({ err: error, cause: (error as Error).cause }, "request failed");
    return reply.headers(headers).code(status).send(body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = allowedMethods(request.url, mounts);
    if (allowed.length === 0)
      return reply.code(404).send(errorReply(new ServiceError(404, "Not found")).body);
    const refused = new ServiceError(405, `Method not allowed. Allowed here: ${allowed.join(", ")}`);
    return reply.code(405).header("allow", allowed.join(", ")).send(errorReply(refused).body);
  });

  const createValidate = createValidators(options.spec.sources);
  for (const mount of mounts) {
    for (const route of sourcesRoutes)
      registerRoute(app, mount + operations[route.operationId].path, route, options, createValidate);
  }
  return app;
}

/** Bodies are read as bytes and parsed as JSON whatever the framework would make of their type; multipart streams. */
function acceptBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, bytes, done) => {
    const type = request.headers["content-type"];
    if (bytes.length === 0) return done(null, undefined);
    if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
      const { operationId } = request.routeOptions.config;
      const body =
        operationId && operationId in operations ? operations[operationId as OperationId].body : "json";
      const expected = body === "multipart" ? "multipart/form-data" : "application/json";
      return done(invalidInput(`Invalid input: Content-Type must be ${expected}, not ${type}`));
    }
    try {
      done(null, JSON.parse(bytes.toString()));
    } catch (cause) {
      done(new ServiceError(400, "Invalid input: the body is not valid JSON", { cause }));
    }
  });
}

function observeRequests(app: FastifyInstance, { flowsDomain, metrics }: AppOptions) {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (isFlowHost(request.headers.host, flowsDomain)) {
      throw new ServiceError(404, "This version does not serve flows yet");
    }
  });
  app.addHook("onResponse", async (request, reply) => {
    const operation = operationOf(request);
    metrics.observe(operation, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const { method, url } = request;
    const { statusCode } = reply;
    // The path only: a query may hold what a user typed.
    request.log.info({
      operation,
      method,
      path: url.split("?")[0],
      statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

const operationOf = (request: FastifyRequest): string =>
  request.routeOptions.config?.operationId ?? "unknown";
