import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { limits, messages, noticeHeader, noticeValue, type OperationId, operations } from "@headwater/spec";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Subjects } from "../audit/audit-log.ts";
import type { Caller } from "../auth/authenticate.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { Span } from "../kernel/traces.ts";
import { inContext } from "../kernel/work-context.ts";
import type { AppOptions } from "./app-options.ts";
import { checkAccess } from "./check-access.ts";
import { type Route, type RouteInput, RouteReply } from "./define-route.ts";
import { storageFull } from "./error-body.ts";
import { contextOf, type OperationReply, type OperationRequest } from "./operation.ts";
import type { Rooms } from "./rooms.ts";
import { readerFor, subjectsOf } from "./run-operation.ts";
import { routerUrl } from "./surface.ts";
import { checkUploadHeaders } from "./upload-headers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    operationId?: string;
    failure?: string | undefined;
  }
  interface FastifyRequest {
    caller?: Caller;
    /** Gives back the place that is held for a request until its body is read. */
    leaveQueue?: () => void;
    /** Takes a question that was counted back, because it was refused. */
    uncount?: (() => void) | undefined;
    /** Of its trace, where traces are sent. */
    span?: Span | undefined;
    /** What it is about, as far as it is known, for the audit log. */
    subjects?: Subjects | undefined;
  }
}

/**
 * Binds one operation to one address. The checks for 401, 403, 411, 413 and 507 run before the body is read, then the
 * checks for 400, then the room.
 */
export function registerRoute<Id extends OperationId>(
  app: FastifyInstance,
  url: string,
  route: Route<Id>,
  options: AppOptions,
): void {
  const { rooms, runOperation, admit, readers, authenticate, watchToken, flowProject, storage } = options;
  const { stopping, cutOff, projectLimits, mayChange } = options;
  const operation = operations[route.operationId];
  // The list of routes says which rooms are used on this thread.
  const here = rooms as Rooms;
  // What is read on the thread that answers HTTP takes some milliseconds at the most: only identifiers come there.
  const maxBodyBytes = route.elsewhere === "always" ? limits.maxJsonBytes : limits.maxIdentifiersJsonBytes;
  const readRequest = readerFor(readers, route.operationId)(route.operationId, route);

  app.route({
    method: operation.method,
    url: routerUrl(route.operationId, url),
    config: { operationId: route.operationId, failure: route.failure },
    onRequest: async (request, reply) => {
      if (!operation.auth) return;
      request.caller = await authenticate(request.headers.authorization);
      const { flow_name: flow } = request.params as Record<string, string | undefined>;
      await checkAccess(operation, request.caller, { flow, flowProject });
      if (operation.access === "write") await mayChange?.();
      const { projectId } = request.caller;
      request.uncount = await projectLimits?.enter(route.operationId, projectId);
      if (route.elsewhere === "always") {
        const bodyBytes = Number(request.headers["content-length"] ?? 0) || 0;
        const { operationId } = route;
        request.leaveQueue = admit({ operationId, projectId, bodyBytes });
        reply.raw.once("close", request.leaveQueue);
      }
      if (operation.body !== "multipart") {
        if (route.stores && storage.isFull()) throw storageFull();
        // Runs before the body is requested. A body of unknown length is counted while it arrives.
        if (Number(request.headers["content-length"]) > maxBodyBytes)
          throw new ServiceError(413, messages.bodyTooLarge);
        await projectLimits?.checkStorage(route.operationId, projectId, 0);
        return;
      }
      checkUploadHeaders(request.headers);
      const uploadBytes = Number(request.headers["content-length"]);
      await projectLimits?.checkStorage(route.operationId, projectId, uploadBytes);
      const giveBack = await storage.hold(uploadBytes);
      if (giveBack === null) throw storageFull();
      reply.raw.once("close", giveBack);
    },
    bodyLimit: maxBodyBytes,
    ...(route.uncompressed ? { compress: false } : {}),
    handler: async (request, reply) => {
      const { flow_name: flow, ...params } = request.params as Record<string, string>;
      const sent: OperationRequest = {
        operationId: route.operationId,
        params,
        query: request.query as OperationRequest["query"],
        headers: readableHeaders(request.headers),
        body: (request.body as Buffer | undefined) ?? null,
        flow,
        caller: request.caller,
        requestId: request.id,
        trace: request.span?.traceparent,
        receivedAt: Date.now() - reply.elapsedTime,
      };
      const left = gone(reply);
      const watched = request.caller && watchToken(request.caller);
      if (watched) reply.raw.once("close", watched.release);
      const ended = watched ? AbortSignal.any([cutOff, watched.signal]) : cutOff;
      const signal = AbortSignal.any([ended, left]);
      const runElsewhere = async () => {
        const answer = await unlessEnded(runOperation(sent, signal), ended).catch((error: unknown) => {
          // A request that still waited when its client left is rejected; no one reads the answer.
          if (left.aborted) return clientLeft;
          throw error;
        });
        // What ends because its client left has not failed.
        if (answer.fault && !left.aborted) request.log.error({ err: answer.fault }, "request failed");
        request.subjects = answer.subjects;
        return sendReply(reply, answer);
      };
      if (route.elsewhere === "always") {
        // From here on it waits by itself.
        request.leaveQueue?.();
        return runElsewhere();
      }

      const { notices, ...read } = readRequest({
        params,
        query: sent.query,
        body: sent.body ?? undefined,
        contentType: request.headers["content-type"],
        contentEncoding: request.headers["content-encoding"],
      });
      const input = {
        ...read,
        flow,
        caller: request.caller,
        headers: request.headers,
        isHead: request.method === "HEAD",
        stream: request.raw,
        signal,
        stopping,
      } as unknown as RouteInput<Id>;
      if (await route.elsewhere?.(input, here)) return runElsewhere();
      if (notices.length > 0) reply.header(noticeHeader, noticeValue(notices));
      // An upload that is still running after the time limit is refused at once.
      const result = await unlessEnded(
        inContext(contextOf(sent), () => route.handle(input, here)),
        ended,
      );
      request.subjects = subjectsOf(sent, read.body, result);
      if (!(result instanceof RouteReply)) return reply.send(result);
      return reply.headers(result.headers).code(result.status).send(result.body);
    },
  });
}

/** Counted under the status that nginx gives a client that has left. */
const clientLeft: OperationReply = { status: 499, headers: {}, body: null };

/** Credentials stay on the thread that checked them. */
const readableHeaders = ({ authorization: _, cookie: __, ...headers }: IncomingHttpHeaders) => headers;

function sendReply(reply: FastifyReply, { status, headers, body }: OperationReply) {
  reply.headers(headers).code(status);
  if (body === null || body instanceof Uint8Array)
    return reply.send(body && Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return reply.send(Readable.from(body, { objectMode: false }));
}

/** The work's result, or the signal's reason as soon as it aborts. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Aborts when the client disconnects before it was answered. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
