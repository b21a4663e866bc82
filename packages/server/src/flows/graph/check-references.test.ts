import { expect, test } from "vitest";
import type { FlowNode, FlowNodeType } from "../flow.ts";
import { createCheckReferences, createModelFault, createReferenceFault } from "./check-references.ts";

const node = (type: FlowNodeType, config: Record<string, unknown>): FlowNode => ({
  ...{ id: type, type, name: type, config },
  ...{ position: { x: 0, y: 0 }, style: { height: 1, width: 1 } },
});
const check = (
  node: FlowNode,
  models = { language: ["small", "large"], embedding: ["vectors"] },
): Promise<void> =>
  createCheckReferences(
    createReferenceFault({
      modelFault: createModelFault(models),
      prompts: {
        find: async (projectId, promptId) =>
          projectId === "p" && promptId === "mine" ? ({ promptId } as never) : null,
      },
    }),
  )("p", { nodes: [node], edges: [] });

test.each([
  node("llm", {}),
  node("llm", { model: "large", promptId: "mine" }),
  node("chunking", { embeddingModel: "vectors" }),
  node("chunking", {}),
  // Fields of other nodes that only share the name.
  node("retrieval", { model: "huge", promptId: "other", embeddingModel: "words" }),
])("what is there may be named: %j", async (named) => {
  await expect(check(named)).resolves.toBeUndefined();
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
])("what is not there is refused with its path: %j", async (named, message) => {
  await expect(check(named)).rejects.toMatchObject({ status: 400, message });
});

test("an installation without models says so", async () => {
  await expect(check(node("llm", { model: "huge" }), { language: [], embedding: [] })).rejects.toThrow(
    "'huge' is not a model of this installation. None is set up",
  );
});
