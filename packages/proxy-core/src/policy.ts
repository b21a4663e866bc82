import { operations } from "@headwater/spec";
import { askAuthorize } from "./authorize.ts";
import { CallbackFailed, callbackMs, within } from "./callback.ts";
import { failure, proxyErrors, Refusal } from "./errors.ts";
import { createEmit, type FailedStage } from "./events.ts";
import { addNotices } from "./headers/add-notices.ts";
import { answerHeaders, keepPrivate } from "./headers/answer-headers.ts";
import { createCheckOrigin } from "./headers/check-origin.ts";
import { misconfiguration, receiveError, replaceAnswer } from "./headers/receive-answer.ts";
import { ownHeaders, requestHeaders } from "./headers/request-headers.ts";
import { createMatchOperation } from "./operations/match-operation.ts";
import { createUpstreamAddress } from "./operations/upstream-address.ts";
import type { OperationCall, ProxyOptions, Scope, Timeouts } from "./options/proxy-options.ts";
import { isToken, readOptions } from "./options/read-options.ts";
import type { Outcome } from "./outcome.ts";
import type { Answer, HeaderLookup, Incoming, Plan, PlannedBody, Reception } from "./plan.ts";
import { requestIdOf } from "./request-id.ts";
import { createNarrow } from "./scope/create-narrow.ts";
import { receiveScoped } from "./scope/receive-scoped.ts";
import type { Narrowed } from "./scope/scoped-request.ts";
import { receiveHead, withoutBody } from "./without-body.ts";

export type Policy<Native> = {
  /** Decides what becomes of a request. Never rejects. */
  plan(incoming: Incoming<Native>): Promise<Plan>;
  timeouts: Required<Timeouts>;
  fetch: typeof fetch;
};

/** What is known of a request, as it becomes known. */
type Trail = {
  requestId: string;
  method: string;
  startedAt: number;
  operation?: OperationCall["operation"];
  caller?: string;
};

/** The whole policy, for skins that move the bytes: see `Plan`. */
export function createPolicy<Native>(options: ProxyOptions<Native>): Policy<Native> {
  const settings = readOptions(options);
  const matchOperation = createMatchOperation(settings.allow);
  const mayCome = createCheckOrigin(settings.allowedOrigins);
  const addressOf = createUpstreamAddress(settings.baseUrl, settings.flowsDomain);
  const narrow = createNarrow(settings);
  const emit = createEmit(settings.onEvent);

  const tellAnswer = (trail: Trail, status: number, by: "proxy" | "upstream", outcome: Outcome) => {
    const { requestId, method, operation, caller } = trail;
    const durationMs = performance.now() - trail.startedAt;
    emit({ type: "answered", requestId, method, operation, caller, status, by, outcome, durationMs });
  };
  const tellFailure = ({ requestId, operation }: Trail, stage: FailedStage, error: unknown) =>
    emit({ type: "failed", requestId, operation, stage, error });

  function answerTo(error: unknown, trail: Trail): Answer {
    if (error instanceof Refusal) return stamped(error.answer, trail.requestId);
    if (error instanceof CallbackFailed) tellFailure(trail, error.stage, error.cause);
    else tellFailure(trail, "proxy", error);
    return stamped(error instanceof CallbackFailed ? error.answer : proxyErrors.internal(), trail.requestId);
  }

  /** The same once the service has answered: what it did stands, whatever goes wrong in taking note of it. */
  function answerAfter(error: unknown, trail: Trail): Answer {
    const answer = answerTo(error, trail);
    const reads = trail.method === "GET" || trail.method === "HEAD";
    const isDone = error instanceof CallbackFailed && error.stage === "ownership" && !reads;
    return isDone ? stamped(proxyErrors.notRecorded(), trail.requestId) : answer;
  }

  /** The six steps: operation, origin, authorize, token, scope, headers. */
  async function decide(incoming: Incoming<Native>, trail: Trail): Promise<Plan> {
    const { method, native, header } = incoming;
    const match = matchOperation(method, incoming.target);
    if (match.kind === "unknown") throw new Refusal(proxyErrors.notFound());
    if (match.kind === "method") throw new Refusal(proxyErrors.methodNotAllowed(match.allowed));
    const { call, entry } = match;
    trail.operation = call.operation;
    if (!mayCome(method, header)) throw new Refusal(proxyErrors.crossOrigin());

    const judgement = await askAuthorize(settings.authorize, native, call);
    if (judgement.kind === "refuse") throw new Refusal(proxyErrors.forbidden());
    if (judgement.kind === "response") return judgement;

    const announcedBytes = entry.body === "none" ? undefined : readLength(header("content-length"));
    const token = entry.auth ? await askToken(settings.token, native, call) : undefined;
    const { requestId } = trail;

    let { query } = match;
    let body: PlannedBody = { kind: entry.body === "none" ? "none" : "stream" };
    let narrowed: Extract<Narrowed, { kind: "forward" }> | undefined;
    let notices: string[] = [];
    if (judgement.kind === "scope") {
      const { scope } = judgement;
      trail.caller = scope.caller;
      const within = await narrowTo(scope);
      ({ notices } = within);
      if (within.kind === "answer") {
        const headers = addNotices(within.answer.headers, notices);
        return { kind: "answer", answer: stamped({ ...within.answer, headers }, requestId) };
      }
      narrowed = within;
      ({ query, body } = within);
    }

    const target = narrowed?.operation ? operations[narrowed.operation] : undefined;
    const address = addressOf(target ?? entry, target?.path ?? match.path, call.flow);
    const isHead = method === "HEAD";
    // What is to be looked at before it passes must come whole, also for HEAD.
    const ownMethod = isHead && narrowed?.onAnswer ? "GET" : method;
    return {
      kind: "forward",
      call,
      requestId,
      method: target?.method ?? ownMethod,
      url: query === "" ? address : `${address}?${query}`,
      headers: requestHeaders({ header, requestId, token, ...contentOf(body, header) }),
      body,
      announcedBytes: body.kind === "stream" ? announcedBytes : undefined,
      receive(status, upstream) {
        const reception = receive(status, upstream);
        return isHead ? receiveHead(reception) : reception;
      },
      stamp: (answer) => stamped(isHead ? withoutBody(answer) : answer, requestId),
      finish(status, outcome, error) {
        if (error !== undefined) tellFailure(trail, "upstream", error);
        tellAnswer(trail, status, "upstream", outcome);
      },
    };

    function receive(status: number, upstream: HeaderLookup): Reception {
      const replaced = replaceAnswer(entry, status, upstream);
      if (replaced) {
        const cause = misconfiguration(entry, status, upstream);
        if (cause) tellFailure(trail, "upstream", cause);
        return { kind: "answer", answer: stamped(replaced, requestId) };
      }
      const sent = addNotices(answerHeaders(upstream, requestId), notices);
      const headers = entry.auth ? keepPrivate(sent) : sent;
      if (status >= 400)
        return receiveError(status, headers, upstream, {
          stamp: (answer) => stamped(answer, requestId),
          onUnknownAddress: () =>
            tellFailure(trail, "upstream", new Error("The service knows no such address: check baseUrl")),
        });
      if (!narrowed) return { kind: "stream", headers };
      return receiveScoped(narrowed, status, headers, (error) => answerAfter(error, trail));
    }

    function narrowTo(scope: Scope) {
      return narrow({
        match: match as Extract<typeof match, { kind: "operation" }>,
        scope,
        header,
        readBody: (maxBytes) => incoming.readBody(maxBytes),
        headers: ownHeaders(requestId, token),
        onFailure: (stage, error) => tellFailure(trail, stage, error),
      });
    }
  }

  return {
    timeouts: settings.timeouts,
    fetch: settings.fetch,
    async plan(incoming) {
      const trail: Trail = {
        requestId: requestIdOf(incoming.header("x-request-id")),
        method: incoming.method,
        startedAt: performance.now(),
      };
      let plan: Plan;
      try {
        plan = await decide(incoming, trail);
      } catch (error) {
        plan = { kind: "answer", answer: answerTo(error, trail) };
      }
      if (plan.kind === "answer" && incoming.method === "HEAD")
        plan = { kind: "answer", answer: withoutBody(plan.answer) };
      if (plan.kind === "answer") tellAnswer(trail, plan.answer.status, "proxy", "complete");
      if (plan.kind === "response") tellAnswer(trail, plan.response.status, "proxy", "complete");
      return plan;
    },
  };
}

async function askToken<Native>(
  token: ProxyOptions<Native>["token"],
  native: Native,
  call: OperationCall,
): Promise<string> {
  if (typeof token === "string") return token;
  try {
    const answered = await within(token(native, call), callbackMs, "token");
    if (isToken(answered)) return answered;
  } catch {
    // What the application threw could hold the token: it is reported without it, below.
  }
  throw new CallbackFailed("token", failure(500, "The application has no token for this request"), undefined);
}

function readLength(length: string | undefined): number | undefined {
  if (length === undefined) return undefined;
  if (!/^\d{1,15}$/.test(length)) throw new Refusal(proxyErrors.badLength());
  return Number(length);
}

function contentOf(body: PlannedBody, header: Incoming<unknown>["header"]) {
  if (body.kind === "none") return {};
  if (body.kind === "bytes")
    return { content: { type: "application/json", length: String(body.bytes.byteLength) } };
  return { content: { type: header("content-type"), length: header("content-length") } };
}

/** Every answer carries the request's id. */
const stamped = (answer: Answer, requestId: string): Answer => ({
  ...answer,
  headers: [["x-request-id", requestId], ...answer.headers],
});
