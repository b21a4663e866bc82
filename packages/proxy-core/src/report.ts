import { CallbackFailed } from "./callback.ts";
import { proxyErrors, Refusal } from "./errors.ts";
import type { createEmit, FailedStage } from "./events.ts";
import type { Admitted } from "./limits/create-admission.ts";
import type { OperationCall } from "./options/operation-call.ts";
import type { Outcome } from "./outcome.ts";
import type { Answer } from "./plan.ts";

/** The facts about a request. The optional ones are added when they become known. */
export type RequestContext = {
  requestId: string;
  method: string;
  startedAt: number;
  operation?: OperationCall["operation"];
  caller?: string;
  /** The place that the request has within the limits. */
  admitted?: Admitted;
};

/** Sends the events of requests, and turns errors into answers. */
export function createReport(emit: ReturnType<typeof createEmit>) {
  const reportAnswer = (
    context: RequestContext,
    status: number,
    by: "proxy" | "upstream",
    outcome: Outcome,
  ) => {
    const { requestId, method, operation, caller } = context;
    const durationMs = performance.now() - context.startedAt;
    emit({ type: "answered", requestId, method, operation, caller, status, by, outcome, durationMs });
  };
  const reportFailure = ({ requestId, operation }: RequestContext, stage: FailedStage, error: unknown) =>
    emit({ type: "failed", requestId, operation, stage, error });

  function answerTo(error: unknown, context: RequestContext): Answer {
    if (error instanceof Refusal) return stamped(error.answer, context.requestId);
    if (error instanceof CallbackFailed) reportFailure(context, error.stage, error.cause);
    else reportFailure(context, "proxy", error);
    return stamped(
      error instanceof CallbackFailed ? error.answer : proxyErrors.internal(),
      context.requestId,
    );
  }

  /** The same, after the service has answered: its work is done, even if the proxy then failed to record it. */
  function answerAfter(error: unknown, context: RequestContext): Answer {
    const answer = answerTo(error, context);
    const reads = context.method === "GET" || context.method === "HEAD";
    const isDone = error instanceof CallbackFailed && error.stage === "ownership" && !reads;
    return isDone ? stamped(proxyErrors.notRecorded(), context.requestId) : answer;
  }

  return { answerAfter, answerTo, reportAnswer, reportFailure };
}

/** Adds the request's id, which every answer carries. */
export const stamped = (answer: Answer, requestId: string): Answer => ({
  ...answer,
  headers: [["x-request-id", requestId], ...answer.headers],
});
