import type { Node } from "./graph.ts";
import { now } from "./sources.ts";

export const run = {
  run_id: "r-1",
  kind: "simulation",
  revision_id: null,
  query: "How long is the warranty?",
  state: "done",
  error: null,
  started_at: now,
  elapsed_s: 0.42,
};

export const traced = ({ id, type }: Node, at: number) => ({
  node_id: id,
  type,
  state: at === 0 ? "kept" : "ran",
  why: at === 0 ? "nothing changed" : "first run",
  elapsed_s: at * 0.1,
  items_in: at,
  items_out: 2,
  usage: {},
});
