import { expect, it } from "vitest";
import { changesOf } from "./changes.ts";
import {
  addNode,
  configureNode,
  connect,
  disconnect,
  moveNode,
  removeNode,
  targetsFor,
  whyNot,
} from "./commands.ts";
import type { Graph } from "./graph.ts";
import { depths, downstream, runningOrder } from "./order.ts";
import { spokenNode } from "./spoken-node.ts";

const empty: Graph = { nodes: [], edges: [] };
const ids = (nodes: Iterable<{ id: string }>) => [...nodes].map(({ id }) => id);

/** dataset → chunking → two searches → reranking → response. */
function flow(): Graph {
  let graph = addNode(empty, "dataset", "d");
  graph = addNode(graph, "chunking", "c", "d");
  graph = addNode(graph, "smart-rag", "s", "c");
  graph = addNode(graph, "graph-rag", "g", "c");
  graph = addNode(graph, "reranking", "r", "s");
  graph = addNode(graph, "response", "a", "r");
  for (const [source, target] of ["dc", "cs", "cg", "sr", "gr", "ra"])
    graph = connect(graph, source ?? "", target ?? "");
  return graph;
}

it("puts new nodes where none stands yet", () => {
  const places = flow().nodes.map(({ position }) => `${position.x} ${position.y}`);
  expect(new Set(places).size).toBe(6);
  expect(places[2]).not.toBe(places[3]);
});

it("joins only what fits, once, and never in a circle", () => {
  const graph = flow();
  expect(graph.edges).toHaveLength(6);
  expect(whyNot(graph, "d", "a")).toBe("What dataset gives does not fit into response.");
  expect(whyNot(graph, "d", "d")).toBe("A node cannot feed itself.");
  expect(whyNot(graph, "d", "c")).toBe("Sources feeds Chunks already.");
  expect(connect(graph, "d", "a")).toBe(graph);
  const two = connect(addNode(graph, "reranking", "r2"), "r", "r2");
  expect(whyNot(two, "r2", "r")).toBe("Best first feeds Best first; a flow has no circles.");
  expect(ids(targetsFor(graph, "s"))).toEqual(["a"]);
});

it("removes a node with its edges, and an edge alone", () => {
  expect(removeNode(flow(), "c").edges).toHaveLength(3);
  expect(disconnect(flow(), "c", "s").edges).toHaveLength(5);
});

it("counts what is not saved, and says of moving only that it happened", () => {
  const saved = flow();
  const moved = moveNode(saved, "c", { x: 7.4, y: 2 });
  expect(changesOf(saved, moved)).toEqual({ nodes: new Map(), count: 0, moved: true });
  const edited = configureNode(moved, "c", { chunkSize: 600 });
  expect(changesOf(saved, edited).nodes).toEqual(new Map([["c", "changed"]]));
  expect(changesOf(saved, removeNode(saved, "a")).count).toBe(2);
  const { chunkingSplitter, ...rest } = saved.nodes[1]?.data.config ?? {};
  expect(changesOf(saved, configureNode(saved, "c", { ...rest, chunkingSplitter })).count).toBe(0);
});

it("orders nodes as they run, and keeps those of a circle", () => {
  const graph = flow();
  expect(ids(runningOrder({ ...graph, nodes: graph.nodes.toReversed() }))).toEqual([
    "d",
    "c",
    "s",
    "g",
    "r",
    "a",
  ]);
  expect(depths(graph).get("a")).toBe(4);
  expect([...downstream(graph, "s")]).toEqual(["s", "r", "a"]);
  const circle: Graph = { ...graph, edges: [...graph.edges, { source: "a", target: "r" }] };
  expect(runningOrder(circle)).toHaveLength(6);
});

it("reads a node with what comes before and after it", () => {
  const graph = flow();
  expect(spokenNode(graph, graph.nodes[1] as never, "Edited")).toBe(
    "Chunks, chunking, edited, after Sources, before Smart search and Names and links",
  );
});
