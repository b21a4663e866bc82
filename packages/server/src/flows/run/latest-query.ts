import type { Flow } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";

/** Runs that are looked at. */
const recentRuns = 100;

/** The query of the latest simulation of the draft; null when there was none lately. */
export const latestQuery = async (
  flows: Pick<FlowStore, "listRuns">,
  { flowId }: Pick<Flow, "flowId">,
): Promise<string | null> => {
  const { runs } = await flows.listRuns(flowId, { offset: 0, limit: recentRuns });
  return runs.find(({ kind }) => kind === "simulation")?.query ?? null;
};
