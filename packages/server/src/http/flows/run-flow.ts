import { wantsEvents } from "@headwater/spec";
import { runFailed } from "../../flows/flow/errors.ts";
import { defineRoute, headerText } from "../define-route.ts";
import { pageFields, presentRunItem } from "../present/flow-run.ts";
import { readFlowPage } from "./flow-page.ts";
import { streamRun } from "./flow-stream.ts";

export const runFailure = runFailed("the service could not go on. Its log says why").message;

export const runFlow = defineRoute(
  "runFlow",
  async ({ flow, body, caller, headers, signal, runId }, { findFlow, flowRooms }) => {
    const page = readFlowPage(body);
    const found = await findFlow.toRead(caller.projectId, flow);
    const isAccepted = wantsEvents(headerText(headers.accept));
    const run = async (onProgress?: Parameters<Parameters<typeof streamRun>[0]>[0]) => {
      const asked = { query: body.query ?? null, revisionId: body.revision, page };
      const input = { ...asked, signal, runId, isAccepted, onProgress };
      const { items, total, runId: id } = await flowRooms.runFlow(found, input);
      return { items: items.map(presentRunItem), ...pageFields(total, page), run_id: id };
    };
    return isAccepted ? streamRun(run, runId, runFailure) : run();
  },
  { elsewhere: "always", failure: runFailure },
);
