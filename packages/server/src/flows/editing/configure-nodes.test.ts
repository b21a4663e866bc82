import { expect, test } from "vitest";
import { memoryFlowStore } from "../../../testing/memory-flow-store.ts";
import { rowOf } from "../../../testing/word-nodes.ts";
import type { Flow } from "../flow/flow.ts";
import { createUpdateNode } from "./configure-nodes.ts";

const flow: Flow = {
  flowId: "f",
  projectId: "p",
  name: "support",
  description: null,
  draft: rowOf(["dataset", {}], ["chunking", { chunkingSplitter: "title" }], ["response", {}]),
  draftVersion: 1,
  deployedRevisionId: null,
  wasDeployed: false,
  createdAt: new Date(),
  updatedAt: new Date(),
};

test.each<[config: Record<string, unknown>, message: string]>([
  [
    { chunkingSplitter: "character", chunkSize: 100, chunkOverlap: 200 },
    "config.chunkOverlap (200) must be less than chunkSize (100)",
  ],
  [
    { chunkingSplitter: "token", chunkOverlap: 250 },
    "config.chunkOverlap (250) must be less than chunkSize (250)",
  ],
  [
    { chunkingSplitter: "title", elementsToRemove: ["Tabel"] },
    "config.elementsToRemove must be a list of element types",
  ],
])("%j is not saved", async (config, message) => {
  const flows = memoryFlowStore(flow);
  const update = createUpdateNode({
    flows,
    files: { check: async () => {} },
    resolveReferences: async (_project, { config }) => config,
  });
  await expect(update(flow, "chunking", "chunking", config)).rejects.toThrow(message);
  expect((await flows.find("support"))?.draft).toEqual(flow.draft);
});
