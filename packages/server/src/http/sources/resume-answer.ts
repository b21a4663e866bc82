import { messages, prefersJson, type StreamedAnswer } from "@headwater/spec";
import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute, headerText } from "../define-route.ts";
import { citedFiles } from "../runs/cited-files.ts";
import { resumeEvents } from "../runs/resume-events.ts";
import { missingRun } from "../runs/runs-elsewhere.ts";

export const resumeAnswer = defineRoute(
  "resumeAnswer",
  async (input, { answerRuns }) => {
    const place: [string, string] = [input.caller.projectId, input.params.answer_id];
    const run = answerRuns.find(...place);
    if (!run) throw await missingRun(answerRuns.isElsewhere, place, answerNotFound);
    if (prefersJson(headerText(input.headers.accept)))
      return {
        answer_id: input.params.answer_id,
        ended: run.endedAt !== null,
        last_event_id: run.lastEventId,
        cited_file_ids: citedFiles(run.events),
      } satisfies StreamedAnswer;
    return resumeEvents(run, input, "answer");
  },
  { failure: "Failed to resume answer" },
);

export const answerNotFound = () => new ServiceError(404, messages.answerNotFound);
