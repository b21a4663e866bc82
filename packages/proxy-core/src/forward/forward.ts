import { proxyErrors, Refusal } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import type { Answer, ForwardPlan } from "../plan.ts";
import type { Policy } from "../policy.ts";
import { readAnswer, watchAnswerBody } from "./answer-body.ts";
import { createDeadline } from "./deadline.ts";
import { forwardPoll } from "./forward-poll.ts";
import { headersOf } from "./headers-of.ts";
import { connectionFailed } from "./lost-connection.ts";
import { outgoingBody } from "./outgoing-body.ts";
import { toResponse } from "./to-response.ts";

/** Bodies up to this size are read completely: that is cheaper than a stream, and the wait is not noticeable. */
const smallBytes = 65_536;

/** Sends a planned request with `fetch` and returns its answer. Never rejects. */
export async function forward(
  plan: ForwardPlan,
  request: Request,
  { fetch, timeouts }: Pick<Policy<Request>, "fetch" | "timeouts">,
): Promise<Response> {
  if (plan.poll) return forwardPoll(plan, plan.poll, request);
  const { firstByteMs, idleMs } = timeouts;
  const upstreamAbort = new AbortController();
  const abort = () => upstreamAbort.abort();
  const firstByte = createDeadline();
  const left = () => request.signal.aborted;
  let stopped: Answer | undefined;
  let answering = false;
  const stop = (answer: Answer) => {
    stopped ??= answer;
    abort();
  };

  let over = false;
  const end = (status: number, outcome: Outcome, error?: unknown) => {
    if (over) return;
    over = true;
    request.signal.removeEventListener("abort", abort);
    plan.finish(status, outcome, error);
  };
  /** The status for a client that has left. No client reads it; nginx also uses 499. */
  const leave = () => {
    end(499, "client-gone");
    return new Response(null, { status: 499 });
  };
  const answerSelf = (answer: Answer) => {
    end(answer.status, answer.status < 500 ? "complete" : "upstream-failed");
    return toResponse(plan.stamp(answer));
  };

  if (left()) return leave();
  request.signal.addEventListener("abort", abort, { once: true });

  try {
    const waitForAnswer = () => firstByte.arm(firstByteMs, () => stop(proxyErrors.tooSlow()));
    const body = await outgoingBody(plan, request, { smallBytes, idleMs, stop, sent: waitForAnswer });
    if (!(body instanceof ReadableStream)) waitForAnswer();
    const upstream = await fetch(plan.url, {
      method: plan.method,
      headers: plan.headers,
      redirect: "manual",
      signal: upstreamAbort.signal,
      // A stream needs `duplex`, which the types of the DOM do not know.
      ...(body === undefined ? {} : ({ body, duplex: "half" } as RequestInit)),
    });
    firstByte.disarm();
    answering = true;

    const { status } = upstream;
    const responsePlan = plan.receive(status, headersOf(upstream));
    if (responsePlan.kind === "answer") {
      void upstream.body?.cancel().catch(() => {});
      end(responsePlan.answer.status, "complete");
      return toResponse(responsePlan.answer);
    }
    if (responsePlan.kind === "body") {
      // Record what was started for its caller, even if the client has left by now.
      request.signal.removeEventListener("abort", abort);
      const bytes = await readAnswer(upstream.body, { maxBytes: responsePlan.maxBytes, idleMs, abort });
      const answer = bytes ? await responsePlan.finish(bytes) : plan.stamp(proxyErrors.answerTooLarge());
      end(answer.status, "complete");
      return toResponse(answer);
    }
    const { headers } = responsePlan;
    if (!upstream.body || status === 204 || status === 304) {
      end(status, "complete");
      return new Response(null, { status, headers });
    }
    if (
      responsePlan.kind === "stream" &&
      Number(upstream.headers.get("content-length") ?? Infinity) <= smallBytes
    ) {
      const bytes = await readAnswer(upstream.body, { maxBytes: Infinity, idleMs, abort });
      end(status, "complete");
      return new Response(bytes as BodyInit, { status, headers });
    }
    // Frameworks may drop a body that they have not begun to read, without a word.
    request.signal.addEventListener("abort", () => end(status, "client-gone"), { once: true });
    const watched = watchAnswerBody(upstream.body, {
      idleMs,
      abort,
      // A client that leaves aborts the upstream, and the read then fails. That is not a failure of the service.
      ended: (outcome, error) => (left() ? end(status, "client-gone") : end(status, outcome, error)),
      ...(responsePlan.kind === "events" ? { pass: (chunk) => responsePlan.filter.pass(chunk) } : {}),
    });
    return new Response(watched, { status, headers });
  } catch (error) {
    if (left()) return leave();
    const own = error instanceof Refusal ? error.answer : stopped;
    if (own) return answerSelf(own);
    end(502, "upstream-failed", error);
    if (answering) return toResponse(plan.stamp(proxyErrors.brokenOff()));
    return toResponse(plan.stamp(connectionFailed(error, plan.method)));
  } finally {
    firstByte.disarm();
  }
}
