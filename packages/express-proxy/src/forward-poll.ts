import type { ForwardPlan } from "@headwater/proxy-core";
import type { Response } from "express";
import { writeAnswer } from "./write-answer.ts";

/** Waits for a long poll that may be shared, and sends its answer. */
export function forwardPoll(
  plan: ForwardPlan,
  join: NonNullable<ForwardPlan["poll"]>,
  response: Response,
): void {
  const poll = join();
  let isOver = false;
  const gone = () => {
    if (isOver) return;
    isOver = true;
    poll.leave();
    plan.finish(499, "client-gone");
  };
  response.once("close", gone);
  void poll.answer.then(({ answer, outcome, error }) => {
    // Another middleware, such as a time limit, may have answered meanwhile.
    if (isOver || response.headersSent || response.destroyed) return gone();
    isOver = true;
    poll.leave();
    writeAnswer(response, answer);
    plan.finish(answer.status, outcome, error);
  });
}
