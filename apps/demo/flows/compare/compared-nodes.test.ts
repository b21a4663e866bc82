import { expect, it } from "vitest";
import { addNode, configureNode, connect, removeNode } from "../graph/commands.ts";
import type { Graph } from "../graph/graph.ts";
import { changedNodes } from "../revisions/changed-nodes.ts";
import { comparedNodes } from "./compared-nodes.ts";
import { gist } from "./gist.ts";

let left: Graph = { nodes: [], edges: [] };
for (const [type, id] of [
  ["dataset", "d"],
  ["chunking", "chunking-1"],
  ["response", "a"],
] as const)
  left = addNode(left, type, id);
left = connect(left, "d", "chunking-1");
const right = configureNode(addNode(removeNode(left, "a"), "smart-rag", "s"), "chunking-1", {
  chunkSize: 600,
});

const changes = [
  { path: "nodes[chunking-1].config.chunkSize", kind: "changed", before: 400, after: 600 },
  { path: "nodes[d].position.x", kind: "changed", before: 0, after: 9 },
  { path: "nodes[a]", kind: "removed" },
  { path: "nodes[s]", kind: "added" },
  { path: "edges[chunking-1 → s]", kind: "added" },
] as const;

it("orders changes by node, and leaves places on the canvas out", () => {
  const { nodes, edges, same } = comparedNodes(changes, left, connect(right, "chunking-1", "s"));
  expect(nodes.map(({ id, label }) => [id, label])).toEqual([
    ["chunking-1", "Setting changed"],
    ["a", "Node removed"],
    ["s", "Node added"],
  ]);
  expect(nodes[0]?.settings).toEqual([{ name: "chunkSize", before: "400", after: "600" }]);
  expect(edges).toEqual([{ source: "chunking-1", target: "s", kind: "added" }]);
  expect(same).toEqual(["Sources"]);
});

it("says it in one sentence", () => {
  expect(gist(changes, "Revision 7", "The draft")).toBe(
    "The draft adds 1 node, leaves out 1 node, sets 1 node differently and joins them differently in 1 place, against revision 7.",
  );
  expect(gist([], "Revision 7", "The draft")).toBe("Revision 7 and the draft are the same.");
});

it("finds the nodes that changes are about", () => {
  expect(changedNodes([...changes, { path: "description" }])).toEqual(new Set(["chunking-1", "a", "s"]));
});
