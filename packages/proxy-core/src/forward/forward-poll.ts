import type { ForwardPlan } from "../plan.ts";
import { toResponse } from "./to-response.ts";

/** Waits for a long poll that may be shared. Never rejects. */
export async function forwardPoll(
  plan: ForwardPlan,
  join: NonNullable<ForwardPlan["poll"]>,
  { signal }: Request,
): Promise<Response> {
  const gone = () => {
    plan.finish(499, "client-gone");
    return new Response(null, { status: 499 });
  };
  if (signal.aborted) return gone();
  const poll = join();
  let leave = () => {};
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
  });
  signal.addEventListener("abort", leave, { once: true });
  const end = await Promise.race([poll.answer, left]);
  signal.removeEventListener("abort", leave);
  poll.leave();
  if (end === undefined) return gone();
  plan.finish(end.answer.status, end.outcome, end.error);
  return toResponse(end.answer);
}
