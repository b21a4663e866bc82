import { expect, test } from "vitest";
import type { FlowNode, FlowNodeType } from "../flow/flow.ts";
import { createModelFault, createResolveReferences, resolveGraph } from "./resolve-references.ts";

const node = (type: FlowNodeType, config: Record<string, unknown>): FlowNode => ({
  ...{ id: type, type, name: type, config },
  ...{ position: { x: 0, y: 0 }, style: { height: 1, width: 1 } },
});
const ofProject = [
  { promptId: "mine", name: "house style" },
  { promptId: "one", name: "twice" },
  { promptId: "two", name: "twice" },
];
const resolved = async (
  node: FlowNode,
  models = { language: ["small", "large"], embedding: ["vectors"] },
  draft?: FlowNode,
) => {
  const resolve = createResolveReferences({
    modelFault: createModelFault(models),
    prompts: {
      find: async (projectId, promptId) =>
        projectId === "p" ? ((ofProject.find((each) => each.promptId === promptId) as never) ?? null) : null,
      list: async (projectId) => (projectId === "p" ? (ofProject as never) : []),
    },
  });
  const before = draft && { nodes: [draft], edges: [] };
  return (await resolveGraph(resolve, "p", { nodes: [node], edges: [] }, before)).nodes[0]?.config;
};

test.each([
  node("llm", {}),
  node("llm", { model: "large", promptId: "mine" }),
  node("chunking", { embeddingModel: "vectors" }),
  node("chunking", {}),
  // Fields of other nodes that only share the name.
  node("retrieval", { model: "huge", promptId: "other", embeddingModel: "words" }),
])("what is there may be named: %j", async (named) => {
  expect(await resolved(named)).toEqual(named.config);
});

test.each([
  [
    node("llm", { model: "huge" }),
    "graph.nodes[0].config.model 'huge' is not a model of this installation. There is small, large",
  ],
  [
    node("chunking", { embeddingModel: "words" }),
    "graph.nodes[0].config.embeddingModel 'words' is not a model of this installation. There is vectors",
  ],
  [
    node("llm", { promptId: "other" }),
    "graph.nodes[0].config.promptId 'other' is not a prompt of this project",
  ],
  [
    node("llm", { promptId: "of another project", prompt: "formal" }),
    "graph.nodes[0].config.prompt 'formal' is not a prompt of this project. Make it first",
  ],
  [
    node("llm", { prompt: "twice" }),
    "graph.nodes[0].config.prompt 'twice' is the name of several prompts of this project. Give promptId",
  ],
])("what is not there is refused with its path: %j", async (named, message) => {
  await expect(resolved(named)).rejects.toMatchObject({ status: 400, message });
});

test.each([
  [{ prompt: "house style", temperature: 1 }],
  [{ promptId: "of another project", prompt: "house style", temperature: 1 }],
  // Renamed since it was read.
  [{ promptId: "mine", prompt: "its earlier name", temperature: 1 }],
])("a prompt is found by its id, else by its name: %j", async (config) => {
  expect(await resolved(node("llm", config))).toEqual({ promptId: "mine", temperature: 1 });
});

test("an installation without models says so", async () => {
  await expect(resolved(node("llm", { model: "huge" }), { language: [], embedding: [] })).rejects.toThrow(
    "'huge' is not a model of this installation. None is set up",
  );
});

test.each<[FlowNodeType, Record<string, unknown>]>([
  ["llm", { promptId: "deleted", temperature: 1 }],
  ["llm", { model: "retired" }],
  ["chunking", { embeddingModel: "retired" }],
])("what is gone and stands in the draft of a %s node blocks no other change: %j", async (type, config) => {
  const models = { language: ["large"], embedding: [] };
  expect(await resolved(node(type, config), models, node(type, config))).toEqual(config);
  // Another node's field of the same name is not the draft's.
  await expect(resolved(node(type, config), models, node("retrieval", config))).rejects.toThrow("is not a");
});

test("a prompt that was made again is found by the name beside the id of the deleted one", async () => {
  const sent = node("llm", { promptId: "deleted", prompt: "house style" });
  const draft = node("llm", { promptId: "deleted" });
  expect(await resolved(sent, undefined, draft)).toEqual({ promptId: "mine" });
  expect(await resolved(node("llm", { promptId: "deleted", prompt: "its name" }), undefined, draft)).toEqual({
    promptId: "deleted",
  });
});
