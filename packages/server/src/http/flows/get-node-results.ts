import { defineRoute } from "../define-route.ts";
import { pageFields, presentChunkedFile, presentResultItem } from "../present/flow-run.ts";
import { readFlowPage } from "./flow-page.ts";

export const getNodeResults = defineRoute(
  "getNodeResults",
  async ({ flow, body, caller }, { findFlow, flowRooms }) => {
    const page = readFlowPage(body);
    const found = await findFlow.toChange(caller.projectId, flow);
    const { items, total, notes, files } = await flowRooms.nodeResults(
      found,
      body.node_id,
      page,
      body.file_id,
    );
    const message = [`Node simulation data loaded successfully for '${body.node_id}'`, ...notes].join(". ");
    return {
      success: true,
      message,
      items: items.map(presentResultItem),
      ...pageFields(total, page),
      ...(files && { files: files.map(presentChunkedFile) }),
    };
  },
  {
    elsewhere: "always",
    failure: "Failed to load node simulation data",
    required: { node_id: "node_id is required in request body" },
  },
);
