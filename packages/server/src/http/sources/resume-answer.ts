import { messages } from "@headwater/spec";
import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute } from "../define-route.ts";
import { resumeEvents } from "../runs/resume-events.ts";

export const resumeAnswer = defineRoute(
  "resumeAnswer",
  async (input, { answerRuns }) => {
    const run = answerRuns.find(input.caller.projectId, input.params.answer_id);
    if (!run) throw answerNotFound();
    return resumeEvents(run, input, "answer");
  },
  { failure: "Failed to resume answer" },
);

export const answerNotFound = () => new ServiceError(404, messages.answerNotFound);
