import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute } from "../define-route.ts";
import { answerNotFound } from "./resume-answer.ts";

export const stopAnswer = defineRoute(
  "stopAnswer",
  async ({ params, caller }, { answerRuns }) => {
    const { answer_id } = params;
    const stopped = await answerRuns.stop(caller.projectId, answer_id, answerStopped());
    if (stopped === null) throw answerNotFound();
    const message = stopped ? "Answer stopped successfully" : "The answer had already ended";
    return { answer_id, stopped, message };
  },
  { failure: "Failed to stop answer" },
);

/** What readers of the answer get as its last event. */
const answerStopped = () => new ServiceError(409, "The answer was stopped.");
