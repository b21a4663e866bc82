import type { FlowChange } from "@headwater/spec";
import type { FileGraph, FlowFile } from "@headwater/spec/flow-file";
import type { FlowGraph } from "../../flows/flow/flow.ts";
import { diffGraphs, movedNodes } from "../../flows/graph/diff-graphs.ts";

/** What differs between two flows, by node and field as in `GET /diff`, and in their descriptions. */
export function diffFlows(before: FlowFile, after: FlowFile): FlowChange[] {
  const [was, is] = [before.description ?? undefined, after.description ?? undefined];
  return [
    ...(was === is ? [] : [changed(was, is)]),
    ...diffGraphs(storedGraph(before.graph), storedGraph(after.graph)),
  ];
}

/** How many nodes have another place on the canvas. */
export const movedIn = (before: FlowFile, after: FlowFile): number =>
  movedNodes(storedGraph(before.graph), storedGraph(after.graph));

function changed(before: string | undefined, after: string | undefined): FlowChange {
  const path = "description";
  if (before === undefined) return { path, kind: "added", after };
  return after === undefined ? { path, kind: "removed", before } : { path, kind: "changed", before, after };
}

/** A graph as the service keeps it. */
const storedGraph = ({ nodes, edges }: FileGraph): FlowGraph => ({
  nodes: nodes.map(({ data, ...node }) => ({ ...node, ...data })),
  edges,
});
