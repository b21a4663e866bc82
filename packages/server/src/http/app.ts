import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { limits, messages, type OperationId, operations } from "@headwater/spec";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";
import { createAllowedMethods } from "./allowed-methods.ts";
import type { AppOptions } from "./app-options.ts";
import { answerClientError } from "./client-error.ts";
import { compressAnswers } from "./compress-answers.ts";
import { errorReply, limitOf } from "./error-body.ts";
import { continueOnceAdmitted } from "./expect-continue.ts";
import { addressedHost, pathOfHost } from "./flow-host.ts";
import { readBody } from "./read-body.ts";
import { isRecorded } from "./record-operation.ts";
import { registerRoute } from "./register-route.ts";
import { routes } from "./routes.ts";
import { subjectsOf } from "./run-operation.ts";
import { addressesOf } from "./surface.ts";

/** A slow connection may need this long for 100 MB, but every request has an end. */
const requestTimeoutMs = 30 * 60_000;
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The HTTP application: both address forms, errors as `{detail}`, a request id on every answer. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    // Requests are logged by `observeRequests`, without headers or query.
    logController: new LogController({ disableRequestLogging: true }),
    // Limit for JSON bodies. Files have their own limit and do not pass through here.
    bodyLimit: limits.maxJsonBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: "idle",
    // `createDrain` answers while the service stops.
    return503OnClosing: false,
    // HEAD runs the checks and the handler of GET under its operation id.
    exposeHeadRoutes: true,
    rewriteUrl: ({ url = "/", headers }) =>
      pathOfHost(url, addressedHost(headers, options.trustProxy), options.flowsDomain),
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
    clientErrorHandler: answerClientError,
    http: { maxHeaderSize: limits.maxHeaderBytes },
  });

  await compressAnswers(app);
  continueOnceAdmitted(app);
  acceptBodies(app);
  observeRequests(app, options);
  recordOperations(app, options);

  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, headers } = errorReply(error, request.routeOptions.config.failure);
    const limit = limitOf(error);
    if (limit !== null) options.metrics.observe({ kind: "refusal", limit });
    // Not logged: only the client needs to know of a refusal while stopping or while the disk is full.
    const refused = error instanceof ServiceError && error.status > 500;
    if (status >= 500 && !refused)
      request.log.error({ err: error, cause: (error as Error).cause }, "request failed");
    if (status === 401) reply.header("www-authenticate", challengeFor(request.headers.authorization));
    return reply.headers(headers).code(status).send(body);
  });
  answerUnknownAddresses(app);

  for (const route of routes) {
    for (const address of addressesOf(route.operationId)) registerRoute(app, address, route, options);
  }
  return app;
}

/** Answers 404, or 405 with the allowed methods, before the body is requested, because it is not read. */
function answerUnknownAddresses(app: FastifyInstance) {
  const allowedMethods = createAllowedMethods(routes.map((route) => route.operationId));
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length === 0) throw new ServiceError(404, "Not found");
    reply.header("allow", allowed.join(", "));
    throw new ServiceError(405, messages.methodNotAllowed(allowed));
  };
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}

/** Reads JSON bodies as bytes, whatever their declared type. Multipart bodies are streamed. */
function acceptBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) => {
    const length = request.headers["content-length"];
    const body = await readBody(payload, {
      declaredBytes: length === undefined ? undefined : Number(length),
      maxBytes: request.routeOptions.bodyLimit,
    });
    const { operationId } = request.routeOptions.config;
    const type = request.headers["content-type"];
    const wantsFile = operations[operationId as OperationId]?.body === "multipart";
    const isOther = type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
    if (wantsFile && isOther && body.length > 0)
      throw invalidInput(`Invalid input: Content-Type must be multipart/form-data, not ${type}`);
    return body;
  });
}

/** Writes to the audit log before the answer is sent, so that nothing is acknowledged that it lacks. */
function recordOperations(app: FastifyInstance, { record, trustProxy }: AppOptions) {
  if (!record) return;
  app.addHook("onSend", async (request, reply) => {
    const operationId = request.routeOptions.config?.operationId as OperationId | undefined;
    // Without a caller it is a request that no token came with: metrics count these.
    if (!request.caller || operationId === undefined || !isRecorded(operationId)) return;
    const { flow_name: flow, ...params } = request.params as Record<string, string>;
    const named = trustProxy ? request.headers["x-headwater-caller"] : undefined;
    await record(operationId, {
      via: "http",
      outcome: reply.statusCode,
      caller: request.caller,
      onBehalfOf: typeof named === "string" ? named.slice(0, 256) : null,
      requestId: request.id,
      subjects: request.subjects ?? subjectsOf({ operationId, params, flow }) ?? {},
    });
  });
}

/** RFC 6750, section 3: only a caller who sent a token learns why it was refused. */
const challengeFor = (authorization: string | undefined): string =>
  authorization === undefined
    ? 'Bearer realm="headwater"'
    : 'Bearer realm="headwater", error="invalid_token"';

const unsaid = new Set(["getHealth", "getReadiness", "metrics"]);

function observeRequests(app: FastifyInstance, { metrics, traces }: AppOptions) {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { config, url } = request.routeOptions;
    // Probes come every few seconds, and say nothing of the work.
    if (!traces || !config.operationId || unsaid.has(config.operationId)) return;
    const parent = request.headers.traceparent;
    request.span = traces.beginRequest({
      operation: config.operationId,
      method: request.method,
      route: url ?? "",
      parent: typeof parent === "string" ? parent : undefined,
    });
  });
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode >= 400 && reply.statusCode < 500) request.uncount?.();
    request.span?.end(reply.statusCode);
    const operation = operationOf(request);
    metrics.observe({
      kind: "request",
      operation,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    const { method, url } = request;
    const { statusCode } = reply;
    // Log only the path, because a query may hold text that a user typed.
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
