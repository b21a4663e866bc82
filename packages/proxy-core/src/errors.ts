import { messages } from "@headwater/spec";
import type { Answer } from "./plan.ts";

/** Ends a request with an answer that the proxy makes itself. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** A JSON answer. No cache may store it, because it depends on the caller. */
export const jsonAnswer = (status: number, value: unknown, headers: [string, string][] = []): Answer => ({
  status,
  headers: [["content-type", "application/json; charset=utf-8"], ["cache-control", "no-store"], ...headers],
  body: JSON.stringify(value),
});

/** The contract's error body, with `message` equal to `detail`. */
export const failure = (status: number, detail: string, headers: [string, string][] = []): Answer =>
  jsonAnswer(status, { detail, message: detail }, headers);

export const refuse = (status: number, detail: string, headers: [string, string][] = []): Refusal =>
  new Refusal(failure(status, detail, headers));

const limitTexts = {
  requests: "Too many requests are open at the same time.",
  streams: "Too many answers are streamed at the same time.",
  uploads: "Too much is being uploaded at the same time.",
  questions: "Too many questions were asked within a minute.",
  connections: "All connections to the document service are taken.",
} as const;

/** The answer to what exceeds a limit, with the time after which it probably fits. */
function tooMany(what: keyof typeof limitTexts, waitMs: number): Answer {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return failure(429, `${limitTexts[what]} Send this one again after the time in Retry-After.`, [
    ["retry-after", String(seconds)],
  ]);
}

const nextLimit =
  "In Next.js a middleware.ts or proxy.ts that matches this route cuts bodies off at 10 MB: " +
  'exclude the route from its matcher, or set experimental.proxyClientMaxBodySize to "101mb" in next.config ' +
  "(middlewareClientMaxBodySize in Next.js 15)";

/**
 * Says that the service did not do what a request asks for: it did not get it, or refused it. Without this header a client
 * takes a 502 or 504 for an answer that was lost, and the outcome of a change for unknown.
 */
export const notDone = (answer: Answer): Answer => withHeader(answer, "x-was-done", "false");

const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: [...answer.headers, [name, value]],
});

/** The answers for failures between the client, the proxy and the service. */
export const proxyErrors = {
  notFound: () => failure(404, "Not found"),
  methodNotAllowed: (allowed: readonly string[]) =>
    failure(405, messages.methodNotAllowed(allowed), [["allow", allowed.join(", ")]]),
  forbidden: () => failure(403, messages.forbidden),
  /** A page of another origin tried to write. */
  crossOrigin: () =>
    failure(
      403,
      "This request comes from a page of another origin, which may not send it. List the origin in allowedOrigins",
    ),
  unreachable: () => failure(502, "The document service cannot be reached"),
  /** There was no connection. Clients send again what they send again when they get no connection themselves. */
  unconnected: () => withHeader(notDone(proxyErrors.unreachable()), "x-should-retry", "true"),
  /** The connection broke after a request that changes something was sent. */
  outcomeUnknown: () =>
    failure(
      502,
      "The connection to the document service broke before its answer. It is not known whether this was done",
    ),
  tooMany,
  /** All connections to the service were taken for `waitedMs`. */
  noConnection: (waitedMs: number) => tooMany("connections", waitedMs),
  tooSlow: () => failure(504, "The document service did not answer in time"),
  /** The service stopped in the middle of an answer that the proxy had to read completely. */
  brokenOff: () => failure(502, "The document service broke off its answer"),
  answerTooLarge: () =>
    failure(
      502,
      "The answer is too large to be checked. Ask for less at a time: with page and page_size, or without images",
    ),
  /** 502 and not 401: the token of the application is invalid, not the session of the user. */
  tokenRefused: () => notDone(failure(502, "The document service refused the application's token")),
  notTheContract: () => failure(502, "What answered is not the document service: check the proxy's baseUrl"),
  clientTooSlow: () => failure(408, "The request body did not arrive in time"),
  bodyTooLarge: () => failure(413, messages.bodyTooLarge),
  badLength: () => failure(400, "Invalid input: Content-Length is not a number of bytes"),
  /** Something else read the body before the proxy could. */
  bodyDrained: (fix = "mount the proxy before anything that reads request bodies") =>
    failure(500, `The request body was read before it reached the proxy: ${fix}`),
  /** The body had fewer or more bytes than Content-Length announced. */
  bodyCutShort: (announced: number, received: number) =>
    failure(
      400,
      `The request body has ${received} bytes where Content-Length announced ${announced}: it was cut short on its way. ${nextLimit}`,
    ),
  storeFailed: () =>
    failure(503, "Access cannot be checked at the moment. Try again later", [["retry-after", "5"]]),
  /**
   * The service did the work, but the proxy could not record the owner of the result. The status is not 503 and asks
   * for no retry: clients take 503 for work that was not done.
   */
  notRecorded: () =>
    failure(500, "This was done, but it could not be recorded that it is yours", [
      ["x-should-retry", "false"],
    ]),
  tooDeep: () => failure(400, "Invalid input: the body is nested too deeply"),
  internal: () => failure(500, "The request could not be handled"),
} as const;
