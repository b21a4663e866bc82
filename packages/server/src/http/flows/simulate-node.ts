import { nodeSimulationFailed } from "../../flows/flow/errors.ts";
import { defineRoute } from "../define-route.ts";
import { presentUpdatedNode } from "../present/flow.ts";

export const simulateNode = defineRoute(
  "simulateNode",
  async ({ flow, body, caller, signal }, { findFlow, flowRooms, managePrompts }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    const simulated = await flowRooms.simulateNode(found, body.node_id, signal);
    const nodes = await managePrompts.withNames(caller.projectId, simulated);
    const message = `Node '${body.node_id}' simulated successfully`;
    return { success: true, message, updated_nodes: nodes.map(presentUpdatedNode) };
  },
  {
    elsewhere: "always",
    stores: true,
    failure: nodeSimulationFailed("the service could not go on. Its log says why").message,
    required: { node_id: "node_id is required in request body" },
  },
);
