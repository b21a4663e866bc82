import type { NodeResults, RunResult, SimulationResult } from "@headwater/spec";
import type { Remote } from "../../remote.ts";
import { flowPath, sendJson } from "../flow-calls.ts";
import { itemOf, type ShownItem } from "../flow-items.ts";
import { revisionId } from "../revisions.ts";

const maxItems = 100;
/** A test set has at most 1,000 questions. */
const maxPages = 10;

export type AskFlow = {
  /** The first 100 items that the flow answers with. */
  ask(query: string): Promise<ShownItem[]>;
  /** The first 1,000 items that a node gave in the latest simulation. */
  itemsOf(nodeId: string): Promise<ShownItem[]>;
  /** The same as the service answers them. */
  resultsOf(nodeId: string): Promise<NodeResults["items"]>;
};

/** Asks one version of a flow: `draft`, `deployed`, or a revision by number or id. */
export async function createAskFlow(remote: Remote, flow: string, on: string): Promise<AskFlow> {
  const revision = on === "draft" || on === "deployed" ? undefined : await revisionId(remote, flow, on);
  const path = flowPath(flow, on === "draft" ? "/simulate" : "");
  const pageOf = (nodeId: string, page: number) =>
    sendJson<NodeResults>(remote, "POST", flowPath(flow, "/nodes/results"), {
      node_id: nodeId,
      page,
      page_size: maxItems,
    });
  const resultsOf = async (nodeId: string) => {
    const { items, total_pages } = await pageOf(nodeId, 1);
    for (let page = 2; page <= Math.min(total_pages, maxPages); page++)
      items.push(...(await pageOf(nodeId, page)).items);
    return items;
  };
  return {
    async ask(query) {
      const body = { query, page: 1, page_size: maxItems, ...(revision ? { revision } : {}) };
      const { items } = await sendJson<RunResult | SimulationResult>(remote, "POST", path, body);
      return items.map(itemOf);
    },
    itemsOf: async (nodeId) =>
      (await resultsOf(nodeId)).map((item) => itemOf(item as SimulationResult["items"][number])),
    resultsOf,
  };
}
