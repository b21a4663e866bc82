import type { FlowTemplate, NewFlowGraph } from "@headwater/spec";
import type { FlowNodeType } from "../flow/flow.ts";

/** The nodes of each template, in a row. Their ids are their types, which is how code and files name them. */
const rows: Record<FlowTemplate, [FlowNodeType, config?: Record<string, unknown>][]> = {
  search: [["dataset"], ["smart-rag", { topK: 5 }], ["response"]],
  chat: [["dataset"], ["smart-rag", { topK: 5 }], ["llm"], ["response"]],
  graph: [["dataset"], ["graph-rag", { topK: 10 }], ["response"]],
};

/** A graph of a template over these files, as an author would send it. */
export function templateGraph(template: FlowTemplate, files: string[]): NewFlowGraph {
  const nodes = rows[template].map(([type, config = {}]) => ({
    id: type,
    type,
    data: { config: type === "dataset" ? { files } : config },
  }));
  const ids = nodes.map(({ id }) => id);
  return {
    nodes,
    edges: ids.slice(1).map((target, index) => ({ source: ids[index] ?? "", target })),
  };
}
