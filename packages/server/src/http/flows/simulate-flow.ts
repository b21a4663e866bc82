import { wantsEvents } from "@headwater/spec";
import { simulationFailed } from "../../flows/flow/errors.ts";
import { defineRoute, headerText } from "../define-route.ts";
import { pageFields, presentSimulationItem } from "../present/flow-run.ts";
import { readFlowPage } from "./flow-page.ts";
import { streamRun } from "./flow-stream.ts";

export const simulationFailure = simulationFailed("the service could not go on. Its log says why").message;

export const simulateFlow = defineRoute(
  "simulateFlow",
  async ({ flow, body, caller, headers, signal, runId }, { findFlow, flowRooms }) => {
    const page = readFlowPage(body);
    const found = await findFlow.toChange(caller.projectId, flow);
    const isAccepted = wantsEvents(headerText(headers.accept));
    const simulate = async (onProgress?: Parameters<Parameters<typeof streamRun>[0]>[0]) => {
      const input = { query: body.query, page, signal, runId, isAccepted, onProgress };
      const { items, total, runId: id } = await flowRooms.simulateFlow(found, input);
      return { items: items.map(presentSimulationItem), ...pageFields(total, page), run_id: id };
    };
    return isAccepted ? streamRun(simulate, runId, simulationFailure) : simulate();
  },
  {
    elsewhere: "always",
    stores: true,
    failure: simulationFailure,
    required: { query: "query is required in request body" },
  },
);
