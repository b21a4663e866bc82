import { messages } from "@headwater/spec";
import { ServiceError } from "../../kernel/service-error.ts";
import { defineRoute } from "../define-route.ts";
import { resumeEvents } from "../runs/resume-events.ts";

// A request that names a flow of another project was refused earlier; a run is found by its own id.

export const resumeRun = defineRoute(
  "resumeRun",
  async (input, { answerRuns }) => {
    const run = await answerRuns.find(input.caller.projectId, input.params.run_id);
    if (!run) throw streamNotFound();
    return resumeEvents(run, input, "run");
  },
  { failure: "Failed to resume run" },
);

export const stopRun = defineRoute(
  "stopRun",
  async ({ params, caller }, { answerRuns }) => {
    const { run_id } = params;
    const reason = new ServiceError(409, "The run was stopped.");
    const stopped = await answerRuns.stop(caller.projectId, run_id, reason);
    if (stopped === null) throw streamNotFound();
    const message = stopped ? "Run stopped successfully" : "The run had already ended";
    return { run_id, stopped, message };
  },
  { failure: "Failed to stop run" },
);

const streamNotFound = () => new ServiceError(404, messages.runNotFound);
