import { limits } from "@headwater/spec";
import { describe, expect, test } from "vitest";
import { readGraph } from "./read-graph.ts";

const llm = (more: object = {}) => ({ id: "n", type: "llm", ...more });
const read = (...nodes: unknown[]) => readGraph({ nodes, edges: [] });
const join = { source: "a", target: "b" };

describe("what is not a graph is refused with its path", () => {
  test.each<[string, unknown, string]>([
    ["null", null, "graph must be an object"],
    ["a list", [], "graph must be an object"],
    ["a text", "graph", "graph must be an object"],
    ["no list of nodes", { nodes: {}, edges: [] }, "graph.nodes must be a list"],
    ["no list of edges", { nodes: [], edges: "a>b" }, "graph.edges must be a list"],
    ["another field", { nodes: [], edges: [], name: 1 }, "graph.name is unknown. Known are nodes, edges"],
    ["a node that is null", { nodes: [null], edges: [] }, "graph.nodes[0] must be an object"],
    [
      "a field of an edge",
      { nodes: [], edges: [{ ...join, label: "x" }] },
      "graph.edges[0].label is unknown. Known are source, target",
    ],
    [
      "an edge without a target",
      { nodes: [], edges: [{ source: "a" }] },
      "graph.edges[0].target is required",
    ],
    [
      "an edge from a number",
      { nodes: [], edges: [join, { ...join, source: 1 }] },
      "graph.edges[1].source is required",
    ],
  ])("%s", (_, sent, message) => {
    expect(() => readGraph(sent)).toThrow(message);
  });
});

describe("a node is refused with the path of what is wrong", () => {
  test.each<[string, object, string]>([
    ["an empty id", { id: "" }, "graph.nodes[0].id is required"],
    ["a long id", { id: "n".repeat(257) }, "graph.nodes[0].id must have at most 256 characters"],
    ["an id that objects have", { id: "__proto__" }, "graph.nodes[0].id must be a name without"],
    ["a space before the id", { id: " n" }, "graph.nodes[0].id must be a name without"],
    ["a space after the id", { id: "n " }, "graph.nodes[0].id must be a name without"],
    ["a control character", { id: "n\u0007" }, "graph.nodes[0].id must be a name without"],
    ["an unknown type", { type: "magic" }, "graph.nodes[0].type must be one of dataset,"],
    [
      "an overlap as long as its chunk",
      {
        type: "chunking",
        data: { config: { chunkingSplitter: "character", chunkSize: 50, chunkOverlap: 50 } },
      },
      "graph.nodes[0].config.chunkOverlap (50) must be less than chunkSize (50)",
    ],
    [
      "an overlap longer than the default chunk",
      { type: "chunking", data: { config: { chunkingSplitter: "title", chunkOverlap: 2000 } } },
      "graph.nodes[0].config.chunkOverlap (2000) must be less than chunkSize (1500)",
    ],
    [
      "an element type that nobody knows",
      { type: "chunking", data: { config: { chunkingSplitter: "title", elementsToRemove: ["Footnote"] } } },
      "graph.nodes[0].config.elementsToRemove must be a list of element types (Title,",
    ],
    [
      "a number in quotes",
      { data: { config: { temperature: "0.5" } } },
      "graph.nodes[0].config.temperature must be a number, without quotes",
    ],
    [
      "a text that is not a number, where one is wanted",
      { data: { config: { temperature: "warm" } } },
      "graph.nodes[0].config.temperature must be between 0 and 2",
    ],
    [
      "a name that is a number",
      { data: { name: 1 } },
      "graph.nodes[0].data.name must be a text of at most 256",
    ],
    [
      "a long name",
      { data: { name: "x".repeat(257) } },
      "graph.nodes[0].data.name must be a text of at most 256 characters",
    ],
    ["data that is a list", { data: [] }, "graph.nodes[0].data must be an object"],
    ["half a place", { position: { x: 1 } }, "graph.nodes[0].position.y must be a number"],
    [
      "a place that is infinite",
      { position: { x: Number.POSITIVE_INFINITY, y: 0 } },
      "graph.nodes[0].position.x must be a number",
    ],
    ["no height", { style: { width: 1 } }, "graph.nodes[0].style.height must be a number"],
    ["no pixel", { style: { height: 0, width: 1 } }, "graph.nodes[0].style.height must be a number"],
    ["half a pixel", { style: { height: 1, width: 1.5 } }, "graph.nodes[0].style.width must be a number"],
    ["too wide", { style: { height: 1, width: 10_001 } }, "graph.nodes[0].style.width must be a number"],
  ])("%s", (_, more, message) => {
    expect(() => read(llm(more))).toThrow(message);
  });
});

test("what is just within the limits is read as it was sent", () => {
  const sent = llm({
    id: "a name with spaces inside".padEnd(256, "n"),
    position: { x: -1.5, y: 0 },
    style: { height: 1, width: 10_000 },
    data: { name: "x".repeat(256), config: {} },
  });
  const { id, position, style, data } = sent as unknown as Record<string, object> & {
    data: { name: string };
  };
  expect(read(sent).nodes).toEqual([{ id, type: "llm", position, style, name: data.name, config: {} }]);
});

test("as many nodes and edges as the limit, and not one more", () => {
  const nodes = Array.from({ length: limits.maxGraphNodes + 1 }, (_, at) => llm({ id: `n${at}` }));
  expect(read(...nodes.slice(1)).nodes).toHaveLength(limits.maxGraphNodes);
  expect(() => read(...nodes)).toThrow(
    `graph.nodes has ${nodes.length} nodes, and at most ${limits.maxGraphNodes} are allowed`,
  );
  const edges = Array.from({ length: limits.maxGraphEdges + 1 }, () => join);
  expect(readGraph({ nodes: [], edges: edges.slice(1) }).edges).toHaveLength(limits.maxGraphEdges);
  expect(() => readGraph({ nodes: [], edges })).toThrow(
    `graph.edges has ${edges.length} edges, and at most ${limits.maxGraphEdges} are allowed`,
  );
});

test("a graph of a megabyte is read, and not one of a byte more", () => {
  const sized = (bytes: number) => {
    const sent = { nodes: [llm({ data: { result: "" } })], edges: [] };
    const filling = bytes - Buffer.byteLength(JSON.stringify(sent));
    return { ...sent, nodes: [llm({ data: { result: "x".repeat(filling) } })] };
  };
  expect(readGraph(sized(limits.maxGraphBytes)).nodes).toHaveLength(1);
  expect(() => readGraph(sized(limits.maxGraphBytes + 1))).toThrow("graph must not be larger than 1 MB");
});
