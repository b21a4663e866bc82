import { type ForwardPlan, Refusal } from "@headwater/proxy-core";
import type { Request, Response } from "express";
import { Exchange } from "./exchange.ts";
import { forwardPoll } from "./forward-poll.ts";
import { outgoingBody } from "./outgoing-body.ts";
import type { Upstream } from "./upstream.ts";
import { writeAnswer } from "./write-answer.ts";

/** nginx uses this status for a client that left before its answer. Only `onEvent` sees it. */
const clientGone = 499;

/** Sends a planned request to the upstream, and the answer to the client. */
export async function forward(
  plan: ForwardPlan,
  upstream: Upstream,
  request: Request,
  response: Response,
): Promise<void> {
  if (plan.poll) return forwardPoll(plan, plan.poll, response);
  try {
    const body = outgoingBody(plan, request, upstream.timeouts.idleMs);
    const ready = body instanceof Promise ? await body : body;
    // Another middleware, such as a time limit, may have answered meanwhile.
    if (response.destroyed || response.headersSent) plan.finish(clientGone, "client-gone");
    else new Exchange(plan, upstream, response).start(ready);
  } catch (error) {
    if (!response.destroyed && !(error instanceof Refusal)) {
      plan.finish(500, "upstream-failed");
      throw error;
    }
    if (response.destroyed || response.headersSent) return plan.finish(clientGone, "client-gone");
    const { answer } = error as Refusal;
    writeAnswer(response, plan.stamp(answer));
    plan.finish(answer.status, "complete");
  }
}
