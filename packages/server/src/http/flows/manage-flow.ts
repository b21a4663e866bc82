import { changedMeanwhile } from "../../flows/flow/errors.ts";
import type { Flow, FlowNode } from "../../flows/flow/flow.ts";
import type { ShownNode } from "../../flows/flow/shown.ts";
import { defineRoute, headerText, RouteReply } from "../define-route.ts";
import { presentFlow, presentFlowDetail, versionTag } from "../present/flow.ts";
import type { Rooms } from "../rooms.ts";

export const listFlows = defineRoute(
  "listFlows",
  async ({ caller, headers }, { manageFlows, manageRevisions, flowTraces, flowUrl }) => {
    const flows = await manageFlows.list(caller.projectId);
    const fileChanges = await manageRevisions.fileChanges(flows);
    const shown = await Promise.all(
      flows.map(async (flow) => {
        const { runs } = await flowTraces.listRuns(flow.flowId, { offset: 0, limit: 1 });
        return presentFlow(flow, flowUrl(flow.name, headers), {
          deployed: await manageRevisions.deployed(flow),
          fault: await manageRevisions.fault(flow),
          fileChanges: fileChanges.get(flow.flowId) ?? [],
          lastRun: runs[0],
          lastTest: await flowTraces.latestTest(flow.flowId),
        });
      }),
    );
    return { flows: shown, total: flows.length };
  },
  { elsewhere: "always", failure: "Failed to retrieve flows" },
);

export const createFlow = defineRoute(
  "createFlow",
  async ({ body, caller, headers }, rooms) => {
    const flow = await rooms.manageFlows.create(caller.projectId, body);
    // A new flow has no results yet.
    return replyOf(flow, flow.draft.nodes, headers, rooms);
  },
  { elsewhere: "always", stores: true, failure: "Failed to create flow" },
);

export const getFlow = defineRoute(
  "getFlow",
  async ({ flow, caller, headers }, rooms) =>
    detailOf(await rooms.findFlow.toRead(caller.projectId, flow), headers, rooms),
  { elsewhere: "always", failure: "Failed to retrieve flow" },
);

export const replaceFlow = defineRoute(
  "replaceFlow",
  async ({ flow, body, caller, headers }, rooms) => {
    const ifVersion = readVersion(headerText(headers["if-match"]));
    const found = await rooms.findFlow.toChange(caller.projectId, flow);
    return detailOf(await rooms.manageFlows.replace(found, body, ifVersion), headers, rooms);
  },
  { elsewhere: "always", stores: true, failure: "Failed to replace flow" },
);

export const deleteFlow = defineRoute(
  "deleteFlow",
  async ({ flow, query, caller }, { findFlow, manageFlows }) => {
    const found = await findFlow.toChange(caller.projectId, flow);
    await manageFlows.remove(found, query.confirm);
    return { success: true, message: `Flow '${found.name}' deleted successfully` };
  },
  { elsewhere: "always", failure: "Failed to delete flow" },
);

type Headers = Parameters<Rooms["flowUrl"]>[1];

/** The flow with the results of its nodes. */
const detailOf = async (flow: Flow, headers: Headers, rooms: Rooms): Promise<RouteReply> =>
  replyOf(flow, await rooms.flowRooms.listNodes(flow), headers, rooms);

async function replyOf(
  flow: Flow,
  nodes: (FlowNode | ShownNode)[],
  headers: Headers,
  { flowUrl, manageRevisions, managePrompts }: Rooms,
): Promise<RouteReply> {
  const condition = {
    fault: await manageRevisions.fault(flow),
    fileChanges: (await manageRevisions.fileChanges([flow])).get(flow.flowId) ?? [],
  };
  const named = await managePrompts.withNames(flow.projectId, nodes);
  const detail = presentFlowDetail(flow, named, flowUrl(flow.name, headers), condition);
  return new RouteReply(detail, { headers: { etag: versionTag(flow) } });
}

/** `*` and no header mean any version; a tag that is not ours is not a version of the flow. */
function readVersion(sent: string | undefined): number | undefined {
  if (sent === undefined || sent === "" || sent === "*") return undefined;
  const [, version] = /^(?:W\/)?"(\d{1,15})"$/.exec(sent.trim()) ?? [];
  if (version === undefined) throw changedMeanwhile();
  return Number(version);
}
