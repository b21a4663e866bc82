import { expect, it } from "vitest";
import { memoryFlowStore } from "../../testing/memory-flow-store.ts";
import { rowOf } from "../../testing/word-nodes.ts";
import { createDatasetFiles } from "./dataset-files.ts";
import type { Flow } from "./flow.ts";
import { createManageRevisions } from "./manage-revisions.ts";

const flow: Flow = {
  flowId: "f",
  projectId: "p",
  name: "support",
  description: null,
  draft: rowOf(["dataset", { files: ["a.txt", "b.txt", "a.txt"] }], ["response", {}]),
  draftVersion: 1,
  deployedRevisionId: null,
  wasDeployed: false,
  createdAt: new Date(),
  updatedAt: new Date(),
};

const managed = (flows: ReturnType<typeof memoryFlowStore>, sources: Record<string, string[]>) =>
  createManageRevisions({
    flows,
    files: createDatasetFiles({
      sources: {
        findByName: async (_project, name) =>
          (sources[name] ?? []).map((fileId) => ({ fileId, fileName: name }) as never),
      },
    }),
    nodeVersions: {},
    hasLanguageModel: false,
    deployedFault: async () => null,
    readRun: async () => {
      throw new Error("no run is compared here");
    },
    clock: { now: () => new Date() },
  });

it("a draft with a configuration that no run can use is not deployed", async () => {
  const config = { chunkingSplitter: "token", chunkSize: 100, chunkOverlap: 100 };
  const draft = rowOf(
    ["dataset", {}],
    ["chunking", config],
    ["retrieval", { searchType: "keyword" }],
    ["response", {}],
  );
  await expect(managed(memoryFlowStore(flow), {}).deploy({ ...flow, draft }, undefined)).rejects.toThrow(
    "Node 'chunking': config.chunkOverlap (100) must be less than chunkSize (100)",
  );
});

it("deploying freezes the ids of all sources that bear the names of a dataset", async () => {
  const sources: Record<string, string[]> = { "a.txt": ["a1", "a2"], "b.txt": ["b1"] };
  const flows = memoryFlowStore(flow);
  const revisions = managed(flows, sources);
  const { revision } = await revisions.deploy(flow, undefined);
  sources["a.txt"] = ["a3"];
  expect(await flows.findRevision("f", revision.revisionId)).toMatchObject({
    files: { dataset: ["a1", "a2", "b1"] },
  });
});
