import type { Flow, Revision } from "../src/flows/flow/flow.ts";
import type { FlowRun, FlowStore, NodeRecord } from "../src/flows/flow/flow-store.ts";

/** A flow store for tests of what runs flows. The contract suite says how the real ones behave. */
export function memoryFlowStore(...flows: Flow[]): FlowStore {
  const kept = new Map(flows.map((flow) => [flow.flowId, flow]));
  const revisions: Revision[] = [];
  const records = new Map<string, Map<string, NodeRecord>>();
  const runs: FlowRun[] = [];
  const recordsOf = (flowId: string) => {
    const found = records.get(flowId) ?? new Map<string, NodeRecord>();
    records.set(flowId, found);
    return found;
  };
  const named = (name: string) => [...kept.values()].find((flow) => flow.name === name) ?? null;
  return {
    async create(flow) {
      if (named(flow.name)) return null;
      kept.set(flow.flowId, { ...flow, draftVersion: 1 });
      return 1;
    },
    find: async (name) => named(name),
    projectOf: async (name) => named(name)?.projectId ?? null,
    list: async (projectId) => [...kept.values()].filter((flow) => flow.projectId === projectId),
    async replaceDraft(flowId, { graph, description }, ifVersion) {
      const flow = kept.get(flowId);
      if (!flow || (ifVersion !== undefined && flow.draftVersion !== ifVersion)) return null;
      const draftVersion = flow.draftVersion + 1;
      kept.set(flowId, {
        ...flow,
        draft: graph,
        draftVersion,
        description: description === undefined ? flow.description : description,
      });
      for (const nodeId of recordsOf(flowId).keys())
        if (!graph.nodes.some(({ id }) => id === nodeId)) recordsOf(flowId).delete(nodeId);
      return draftVersion;
    },
    remove: async (flowId) => kept.delete(flowId),
    async deploy(revision) {
      const number = revisions.filter(({ flowId }) => flowId === revision.flowId).length + 1;
      revisions.push({ ...revision, number });
      const flow = kept.get(revision.flowId);
      if (flow)
        kept.set(flow.flowId, { ...flow, deployedRevisionId: revision.revisionId, wasDeployed: true });
      return { ...revision, number };
    },
    async setDeployed(flowId, revisionId) {
      const flow = kept.get(flowId);
      if (!flow) return false;
      kept.set(flowId, { ...flow, deployedRevisionId: revisionId });
      return true;
    },
    findRevision: async (flowId, revisionId) =>
      revisions.find((each) => each.flowId === flowId && each.revisionId === revisionId) ?? null,
    listRevisions: async (flowId) => revisions.filter((each) => each.flowId === flowId).reverse(),
    records: async (flowId) => [...recordsOf(flowId).values()],
    async saveRecord(flowId, record) {
      recordsOf(flowId).set(record.nodeId, record);
    },
    async setStates(flowId, nodeIds, state) {
      for (const nodeId of nodeIds) {
        const record = recordsOf(flowId).get(nodeId) ?? emptyRecord(nodeId);
        recordsOf(flowId).set(nodeId, { ...record, state });
      }
    },
    async settleStates() {},
    async addRun(run) {
      runs.push(run);
    },
    findRun: async (flowId, runId) =>
      runs.find((run) => run.flowId === flowId && run.runId === runId) ?? null,
    async listRuns(flowId, { offset, limit }) {
      const all = runs.filter((run) => run.flowId === flowId).reverse();
      return { runs: all.slice(offset, offset + limit), total: all.length };
    },
    latestTest: async (flowId) => runs.findLast((run) => run.flowId === flowId && run.tests) ?? null,
    listTestedRuns: async (flowId, limit) =>
      runs
        .filter((run) => run.flowId === flowId && run.tests)
        .reverse()
        .slice(0, limit),
    expireRuns: async () => 0,
    removeOldRuns: async () => ({ runs: [], flows: [] }),
  };
}

const emptyRecord = (nodeId: string): NodeRecord => ({
  nodeId,
  key: "",
  parts: {},
  state: "stale",
  output: null,
  counts: {},
  notes: [],
  error: null,
  ranAt: new Date(0),
  milliseconds: 0,
  usage: {},
});
