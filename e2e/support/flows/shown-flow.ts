import type { Flow, Revision } from "./graph.ts";
import { now } from "./sources.ts";
import { testRuns } from "./tests.ts";

const status = ({ deployed, revisions }: Flow) =>
  deployed ? "Deployed" : revisions.length > 0 ? "Not deployed" : "New";

export const summary = (flow: Flow) => ({
  name: flow.name,
  description: flow.description,
  status: status(flow),
  url: `http://${flow.name}.flows.localhost:4000`,
  revision_number: flow.revisions.find(({ revision_id }) => revision_id === flow.deployed)?.number ?? null,
  last_run_at: now,
  last_tests: flow.graph.nodes.some(({ type }) => type === "evaluation")
    ? (testRuns[0]?.tests ?? null)
    : null,
});

export const detail = (flow: Flow) => ({
  ...summary(flow),
  graph: flow.graph,
  version: flow.version,
  revision_id: flow.deployed,
  created_at: now,
  updated_at: now,
});

export const shown = ({ deployed }: Flow, { revision_id, number, created_at }: Revision) => ({
  ...{ revision_id, number, created_at },
  tool_description: null,
  deployed: revision_id === deployed,
});
