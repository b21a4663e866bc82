import { messages, prefersJson, type StreamedAnswer } from "@headwater/spec";
import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute, headerText } from "../define-route.ts";
import { citedFiles } from "../runs/cited-files.ts";
import { resumeEvents } from "../runs/resume-events.ts";

export const resumeAnswer = defineRoute(
  "resumeAnswer",
  async (input, { answerRuns }) => {
    const run = await answerRuns.find(input.caller.projectId, input.params.answer_id);
    if (!run) throw answerNotFound();
    if (prefersJson(headerText(input.headers.accept)))
      return {
        answer_id: input.params.answer_id,
        ended: run.hasEnded,
        last_event_id: run.lastEventId,
        cited_file_ids: citedFiles(await run.events),
      } satisfies StreamedAnswer;
    return resumeEvents(run, input, "answer");
  },
  { failure: "Failed to resume answer" },
);

export const answerNotFound = () => new ServiceError(404, messages.answerNotFound);
