import { expect, test } from "vitest";
import type { Graph } from "../graph/graph.ts";
import { flowAsFile } from "./flow-as-file.ts";
import { flowOfFile } from "./flow-of-file.ts";

const style = { height: 90, width: 300 };
const graph: Graph = {
  nodes: [
    {
      ...{ id: "7", type: "dataset", position: { x: 3, y: 4 }, style },
      data: { name: "Manuals: all", config: { files: ["a: b.pdf", "yes"] }, result: { updated: true } },
    },
    {
      ...{ id: "found", type: "smart-rag", position: { x: 300, y: 4 }, style },
      data: { name: "Found", config: { topK: 5 } },
    },
    {
      ...{ id: "end", type: "response", position: { x: 600, y: 4 }, style },
      data: { name: "end", config: {} },
    },
  ],
  edges: [
    { source: "7", target: "found" },
    { source: "found", target: "end" },
  ],
};

test("what is exported comes back as it was, without results", async () => {
  const text = await flowAsFile({ name: "support", description: "For the desk", graph }, []);
  expect(text).toMatch(/^name: support\ndescription: For the desk\nnodes:\n/);
  const { graph: read } = await flowOfFile(new File([text], "support.yaml"));
  const [manuals, ...rest] = graph.nodes;
  const { result: _, ...data } = manuals?.data ?? { name: "", config: {} };
  expect(read).toEqual({ ...graph, nodes: [{ ...manuals, data }, ...rest].sort(byFile(read.nodes ?? [])) });
});

test("what is exported has its prompts by name, with their texts, for a project that lacks them", async () => {
  const houseStyle = { name: "house style", text: "Answer {question} from {context}." };
  const prompts = [
    { ...houseStyle, prompt_id: "p1", created_at: "2026-01-01T00:00:00Z" },
    { name: "another", text: "No.", prompt_id: "p2", created_at: "2026-01-01T00:00:00Z" },
  ];
  const writer = {
    ...{ id: "writer", type: "llm" as const, position: { x: 0, y: 0 }, style },
    data: { name: "Writer", config: { promptId: "p1", prompt: "house style" } },
  };
  const text = await flowAsFile(
    { name: "support", description: null, graph: { nodes: [writer], edges: [] } },
    prompts,
  );
  expect(text).not.toContain("p1");
  const read = await flowOfFile(new File([text], "support.yaml"));
  expect(read.prompts).toEqual([houseStyle]);
  expect(read.graph.nodes[0]?.data?.config).toEqual({ prompt: "house style" });
});

test("reads a file that a person wrote for the command line", async () => {
  const text =
    "name: support\nnodes:\n  manuals: { type: dataset }\n  found: { type: smart-rag, from: manuals }\n  response: { type: response, from: [found] }\n";
  const { graph: read } = await flowOfFile(new File([text], "support.yml"));
  expect(read.edges).toEqual([
    { source: "manuals", target: "found" },
    { source: "found", target: "response" },
  ]);
  expect(read.nodes.map(({ id, type }) => `${id} ${type}`)).toEqual([
    "manuals dataset",
    "found smart-rag",
    "response response",
  ]);
});

/** In the order of the file. */
const byFile =
  (nodes: readonly { id: string }[]) =>
  (one: { id?: string | undefined }, other: { id?: string | undefined }): number =>
    nodes.findIndex(({ id }) => id === one.id) - nodes.findIndex(({ id }) => id === other.id);
