import { messages } from "@headwater/spec";
import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute } from "../define-route.ts";
import { resumeEvents } from "../runs/resume-events.ts";
import { missingRun } from "../runs/runs-elsewhere.ts";

// A request that names a flow of another project was refused earlier; a run is found by its own id.

export const resumeRun = defineRoute(
  "resumeRun",
  async (input, { answerRuns }) => {
    const place: [string, string] = [input.caller.projectId, input.params.run_id];
    const run = answerRuns.find(...place);
    if (!run) throw await missingRun(answerRuns.isElsewhere, place, streamNotFound);
    return resumeEvents(run, input, "run");
  },
  { failure: "Failed to resume run" },
);

export const stopRun = defineRoute(
  "stopRun",
  async ({ params, caller }, { answerRuns }) => {
    const { run_id } = params;
    if (!answerRuns.find(caller.projectId, run_id))
      throw await missingRun(answerRuns.isElsewhere, [caller.projectId, run_id], streamNotFound);
    const stopped = answerRuns.stop(caller.projectId, run_id, new ServiceError(409, "The run was stopped."));
    const message = stopped ? "Run stopped successfully" : "The run had already ended";
    return { run_id, stopped, message };
  },
  { failure: "Failed to stop run" },
);

const streamNotFound = () => new ServiceError(404, messages.runNotFound);
