import { operations } from "@headwater/spec";
import { askToken } from "./ask-token.ts";
import { askAuthorize } from "./authorize.ts";
import { contentOf, readLength } from "./body-content.ts";
import { notDone, proxyErrors, Refusal } from "./errors.ts";
import { createEmit, createRefusalNote } from "./events.ts";
import { createLookUp, type LookUp } from "./forward/look-up.ts";
import { repeatReads } from "./forward/lost-connection.ts";
import { acceptedEncodings } from "./headers/accepted-encodings.ts";
import { addNotices } from "./headers/add-notices.ts";
import { answerHeaders, keepPrivate } from "./headers/answer-headers.ts";
import { createCheckOrigin } from "./headers/check-origin.ts";
import { misconfiguration, receiveError, replaceAnswer } from "./headers/receive-answer.ts";
import { ownHeaders, requestHeaders } from "./headers/request-headers.ts";
import { createAdmission } from "./limits/create-admission.ts";
import { requestLoad } from "./limits/request-load.ts";
import { createMatchOperation } from "./operations/match-operation.ts";
import { createUpstreamAddress } from "./operations/upstream-address.ts";
import type { ProxyOptions, Scope, Timeouts } from "./options/proxy-options.ts";
import { readOptions } from "./options/read-options.ts";
import type { ForwardPlan, HeaderLookup, Incoming, Plan, PlannedBody, ResponsePlan } from "./plan.ts";
import { answerPoll } from "./polls/answer-poll.ts";
import { createSharedPolls } from "./polls/create-shared-polls.ts";
import { isSharedPoll } from "./polls/is-shared-poll.ts";
import { createReport, type RequestContext, stamped } from "./report.ts";
import { requestIdOf } from "./request-id.ts";
import { createApplyScope } from "./scope/create-apply-scope.ts";
import { receiveScoped } from "./scope/receive-scoped.ts";
import type { AppliedScope } from "./scope/scoped-request.ts";
import { createApplyUploads } from "./uploads/create-apply-uploads.ts";
import { receiveHead, withoutBody } from "./without-body.ts";

export type Policy<Native> = {
  /** Decides how to handle a request. Never rejects. */
  plan: (incoming: Incoming<Native>) => Promise<Plan>;
  timeouts: Required<Timeouts>;
  /** Maximum number of connections to the service, for adapters that keep a pool. */
  connections: number;
  fetch: typeof fetch;
};

/** What an adapter does better than `fetch`. */
export type Transport = {
  lookUp?: LookUp;
  /** Whether it sends an encoded answer on as it is, and decodes errors, which the policy reads. `fetch` decodes all. */
  keepsEncoding?: boolean;
};

/** The whole policy, for adapters that move the bytes themselves: see `Plan`. */
export function createPolicy<Native>(
  options: ProxyOptions<Native>,
  transport: Transport = {},
): Policy<Native> {
  const settings = readOptions(options);
  const fetch = repeatReads(settings.fetch);
  const lookUp = transport.lookUp ?? createLookUp(fetch);
  const matchOperation = createMatchOperation(settings.allow);
  const isAllowedOrigin = createCheckOrigin(settings.allowedOrigins);
  const addressOf = createUpstreamAddress(settings.baseUrl, settings.flowsDomain);
  const joinPoll = createSharedPolls({ fetch, timeoutMs: settings.timeouts.firstByteMs });
  const applyUploads = createApplyUploads(settings.uploads);
  const admit = createAdmission({ ...settings, now: () => performance.now() });
  const emit = createEmit(settings.onEvent);
  const noteRefusal = createRefusalNote(settings.onEvent);
  const { answerAfter, answerTo, reportAnswer, reportFailure } = createReport(emit);
  const applyScope = createApplyScope(settings, lookUp, (stage, error) =>
    emit({ type: "failed", requestId: crypto.randomUUID(), operation: undefined, stage, error }),
  );

  /** Takes the seven steps: operation, origin, authorize, limits, token, scope, headers. */
  async function decide(incoming: Incoming<Native>, context: RequestContext): Promise<Plan> {
    const { method, native, header } = incoming;
    const match = matchOperation(method, incoming.target);
    if (match.kind === "unknown") throw new Refusal(proxyErrors.notFound());
    if (match.kind === "method") throw new Refusal(proxyErrors.methodNotAllowed(match.allowed));
    const { call, entry } = match;
    context.operation = call.operation;
    if (!isAllowedOrigin(method, header)) throw new Refusal(proxyErrors.crossOrigin());

    const result = await askAuthorize(settings.authorize, native, call);
    if (result.kind === "refuse") {
      noteRefusal(call.operation);
      throw new Refusal(proxyErrors.forbidden());
    }
    if (result.kind === "response") return result;
    if (result.kind === "scope") context.caller = result.scope.caller;
    const admitted = admit(requestLoad(call.operation, entry, header), context.caller);
    context.admitted = admitted;

    const announcedBytes = entry.body === "none" ? undefined : readLength(header("content-length"));
    const token = entry.auth ? await askToken(settings.token, native, call) : undefined;
    const { requestId } = context;

    let { query } = match;
    let body: PlannedBody = { kind: entry.body === "none" ? "none" : "stream" };
    let applied: Extract<AppliedScope, { kind: "forward" }> | undefined;
    let notices: string[] = [];
    if (result.kind === "scope") {
      const { scope } = result;
      const within = await applyTo(scope);
      ({ notices } = within);
      if (within.kind === "answer") {
        const headers = addNotices(within.answer.headers, notices);
        return { kind: "answer", answer: stamped({ ...within.answer, headers }, requestId) };
      }
      applied = within;
      ({ query, body } = within);
    }

    body = await applyUploads(body, call, entry, incoming);

    const target = applied?.operation ? operations[applied.operation] : undefined;
    const address = addressOf(target ?? entry, target?.path ?? match.path, call.flow);
    const isHead = method === "HEAD";
    // A rule that checks the answer needs the whole body, also for HEAD.
    const ownMethod = isHead && applied?.onAnswer ? "GET" : method;
    const isShared = isSharedPoll(call.operation, method, query, header);
    const passesUnread = !applied?.onAnswer && !isShared && entry.answer === "json";
    const plan: ForwardPlan = {
      kind: "forward",
      call,
      requestId,
      lane: admitted.lane,
      method: target?.method ?? ownMethod,
      url: query === "" ? address : `${address}?${query}`,
      headers: requestHeaders({
        header,
        requestId,
        token,
        answer: entry.answer,
        encodings:
          transport.keepsEncoding && passesUnread ? acceptedEncodings(header("accept-encoding")) : undefined,
        replaced: applied?.headers,
        ...contentOf(body, header),
      }),
      body,
      announcedBytes: body.kind === "stream" ? announcedBytes : undefined,
      receive(status, upstream) {
        const plan = receive(status, upstream);
        return isHead ? receiveHead(plan) : plan;
      },
      stamp: (answer) => stamped(isHead ? withoutBody(answer) : answer, requestId),
      finish(status, outcome, error) {
        admitted.release();
        if (error !== undefined) reportFailure(context, "upstream", error);
        reportAnswer(context, status, "upstream", outcome);
      },
    };
    if (isShared) {
      const { url, headers } = plan;
      plan.poll = () => answerPoll(joinPoll({ url, headers }), plan);
    }
    return plan;

    function receive(status: number, upstream: HeaderLookup): ResponsePlan {
      const replaced = replaceAnswer(entry, status, upstream);
      if (replaced) {
        const cause = misconfiguration(entry, status, upstream);
        if (cause) reportFailure(context, "upstream", cause);
        return { kind: "answer", answer: stamped(replaced, requestId) };
      }
      const sent = addNotices(answerHeaders(upstream, requestId, entry.answer), notices);
      const headers = entry.auth ? keepPrivate(sent) : sent;
      if (status >= 400)
        return receiveError(status, headers, upstream, {
          stamp: (answer) => stamped(answer, requestId),
          onUnknownAddress: () =>
            reportFailure(context, "upstream", new Error("The service knows no such address: check baseUrl")),
        });
      if (!applied) return { kind: "stream", headers };
      return receiveScoped(applied, status, headers, (error) => answerAfter(error, context));
    }

    function applyTo(scope: Scope) {
      return applyScope({
        match: match as Extract<typeof match, { kind: "operation" }>,
        scope,
        header,
        readBody: (maxBytes) => incoming.readBody(maxBytes),
        headers: ownHeaders(requestId, token),
        token,
        onFailure: (stage, error) => reportFailure(context, stage, error),
      });
    }
  }

  return {
    timeouts: settings.timeouts,
    connections: settings.connections,
    fetch,
    async plan(incoming) {
      const context: RequestContext = {
        requestId: requestIdOf(incoming.header("x-request-id")),
        method: incoming.method,
        startedAt: performance.now(),
      };
      let plan: Plan;
      try {
        plan = await decide(incoming, context);
      } catch (error) {
        const answer = answerTo(error, context);
        // Nothing was forwarded: what failed is a callback, a store, or what the proxy asks the service before.
        plan = { kind: "answer", answer: answer.status >= 500 ? notDone(answer) : answer };
      }
      if (plan.kind !== "forward") context.admitted?.release();
      if (plan.kind === "answer" && incoming.method === "HEAD")
        plan = { kind: "answer", answer: withoutBody(plan.answer) };
      if (plan.kind === "answer") reportAnswer(context, plan.answer.status, "proxy", "complete");
      if (plan.kind === "response") reportAnswer(context, plan.response.status, "proxy", "complete");
      return plan;
    },
  };
}
