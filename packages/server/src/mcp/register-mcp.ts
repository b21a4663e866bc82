import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { limits } from "@headwater/spec";
import type { RequestId } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate, Caller } from "../auth/authenticate.ts";
import type { WatchToken } from "../auth/watch-tokens.ts";
import type { Admit } from "../http/operation.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { CallOperation } from "./call-operation.ts";
import { checkOrigin } from "./check-origin.ts";
import {
  type OAuthSettings,
  protectedResource,
  protectedResourceChallenge,
  protectedResourcePaths,
} from "./protected-resource.ts";
import { readMessage } from "./read-message.ts";
import { createRunningCalls, sessionHeader } from "./running-calls.ts";
import type { serveMessages } from "./serve-messages.ts";

export type McpOptions = {
  authenticate: Authenticate;
  watchToken: WatchToken;
  /** How a caller's tools call the service. */
  callFor: (caller: Caller) => CallOperation;
  version: string;
  /** Host names besides this machine's that requests may name. */
  hosts: readonly string[];
  /** Null where no issuer is set: then there is no metadata either. */
  oauth: OAuthSettings | null;
  /** Called for each request before its body is read. */
  admit: Admit;
  /** Aborts when the time for stopping is over. */
  cutOff: AbortSignal;
  onFault: (error: Error) => void;
};

/** Serves the Model Context Protocol at `/mcp` (streamable HTTP), without sessions: every request stands alone. */
export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { authenticate, watchToken, callFor, version, hosts, oauth, admit, cutOff, onFault } = options;
  const running = createRunningCalls();
  const serving = { callFor, version, running, onFault };
  let loading: Promise<ReturnType<typeof serveMessages>> | undefined;
  const handler = () => {
    loading ??= import("./serve-messages.ts").then((module) => module.serveMessages(serving));
    return loading;
  };
  cutOff.addEventListener("abort", () => void loading?.then((loaded) => loaded.close()), { once: true });

  app.route({
    // The SDK answers 405 to GET and DELETE, which were for sessions.
    method: ["POST", "GET", "DELETE"],
    url: "/mcp",
    config: { operationId: "mcp", failure: "Failed to answer an MCP request" },
    bodyLimit: limits.maxJsonBytes,
    onRequest: async (request, reply) => {
      const { host, origin, authorization } = request.headers;
      checkOrigin({ host, origin }, hosts);
      request.caller = await authenticate(authorization).catch((error: unknown) => {
        throw oauth && isUnauthenticated(error) ? challenged(error, oauth) : error;
      });
      // It waits with the questions, which most requests hold.
      const { projectId } = request.caller;
      const bodyBytes = Number(request.headers["content-length"] ?? 0) || 0;
      request.leaveQueue = admit({ operationId: "askSources", projectId, bodyBytes });
      reply.raw.once("close", request.leaveQueue);
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller;
      request.leaveQueue?.();
      const watched = watchToken(caller);
      reply.raw.once("close", watched.release);
      const parsedBody = readMessage((request.body as Buffer | null | undefined) ?? Buffer.of());
      // What is not JSON goes to the SDK as it came, for the error of the protocol.
      const unread = parsedBody === undefined ? (request.body as Buffer | null | undefined) : null;
      const response = await (await handler()).fetch(
        webRequestOf(request, reply, { body: unread ?? null, ended: watched.signal }),
        {
          // The token stays here: tools act for the caller that it stands for.
          authInfo: { token: "", clientId: caller.tokenId, scopes: [], extra: { caller } },
          ...(parsedBody !== undefined && { parsedBody }),
        },
      );
      const session = String(request.headers[sessionHeader] ?? "");
      for (const requestId of cancelledIn(parsedBody))
        running.cancel({ tokenId: caller.tokenId, session, requestId });
      if (isInitialize(parsedBody) && response.ok) reply.header(sessionHeader, randomUUID());
      reply.code(response.status).headers(Object.fromEntries(response.headers));
      if (!response.body) return reply.send();
      return reply.send(Readable.fromWeb(response.body as never));
    },
  });

  for (const path of oauth ? protectedResourcePaths(oauth) : [])
    app.get(path, { config: { operationId: "mcp" } }, async (_request, reply) =>
      // Clients that run in a browser read it from their own origin. It holds nothing secret.
      reply.header("access-control-allow-origin", "*").send(protectedResource(oauth as OAuthSettings)),
    );
}

function webRequestOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, ended }: { body: Buffer | null; ended: AbortSignal },
): Request {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== "authorization") headers.set(name, [value].flat().join(", "));
  if (takesAnything(headers.get("accept"))) headers.set("accept", "application/json, text/event-stream");
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers,
    signal: AbortSignal.any([left.signal, ended]),
    ...(body && { body: new Uint8Array(body) }),
  });
}

/** `*\/*` or no header at all is an answer in any form; the SDK wants both of its forms to be named. */
const takesAnything = (accept: string | null): boolean => !accept?.trim() || /\*\/\*/.test(accept);

type Message = { method?: unknown; params?: { requestId?: unknown } };

const isInitialize = (body: unknown): boolean => (body as Message | undefined)?.method === "initialize";

/** The requests that a message, or a batch of them, cancels. */
const cancelledIn = (body: unknown): RequestId[] =>
  [body]
    .flat()
    .map((message) => message as Message | null | undefined)
    .filter((message) => message?.method === "notifications/cancelled")
    .map((message) => message?.params?.requestId)
    .filter((id) => typeof id === "string" || typeof id === "number");

const isUnauthenticated = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.status === 401;

const challenged = (error: ServiceError, oauth: OAuthSettings) =>
  new ServiceError(401, error.message, {
    cause: error,
    headers: { "www-authenticate": protectedResourceChallenge(oauth, 'Bearer realm="headwater"') },
  });
