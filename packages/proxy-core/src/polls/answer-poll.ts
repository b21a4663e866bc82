import { proxyErrors, Refusal } from "../errors.ts";
import type { Answer, JoinedPoll, PollEnd, ResponsePlan } from "../plan.ts";
import type { PollAnswer } from "./create-shared-polls.ts";

type Receive = {
  receive: (status: number, header: PollAnswer["header"]) => ResponsePlan;
  stamp: (answer: Answer) => Answer;
};

/** What one of those who wait gets of a shared answer, after the checks of its own request. */
export const answerPoll = (
  { answer, leave }: JoinedPoll<PollAnswer>,
  { receive, stamp }: Receive,
): JoinedPoll<PollEnd> => ({
  leave,
  answer: answer
    .then(async ({ status, header, body }): Promise<PollEnd> => {
      const plan = receive(status, header);
      if (plan.kind === "answer") return { answer: plan.answer, outcome: "complete" };
      if (plan.kind === "body") return { answer: await plan.finish(body), outcome: "complete" };
      const hasBody = status !== 204 && status !== 304;
      return { answer: { status, headers: plan.headers, body: hasBody ? body : null }, outcome: "complete" };
    })
    .catch((error: unknown): PollEnd => {
      if (error instanceof Refusal)
        return {
          answer: stamp(error.answer),
          outcome: error.answer.status < 500 ? "complete" : "upstream-failed",
        };
      return { answer: stamp(proxyErrors.unreachable()), outcome: "upstream-failed", error };
    }),
});
