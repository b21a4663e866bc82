import { expect, it } from "vitest";
import { memoryFlowStore } from "../../../testing/memory-flow-store.ts";
import { rowOf } from "../../../testing/word-nodes.ts";
import { createDatasetFiles } from "../chunk-sets/dataset-files.ts";
import type { Flow } from "../flow/flow.ts";
import type { FlowStore } from "../flow/flow-store.ts";
import { createDeployedFileChanges, fileChangeText } from "./file-changes.ts";
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

/** The sources of the project by name, as they are now. */
type Sources = Record<string, string[]>;

const managed = (flows: FlowStore, sources: Sources) => {
  const files = createDatasetFiles({
    sourceNames: {
      byNames: async (_project, names) =>
        new Map(
          names.map((name) => [name, (sources[name] ?? []).map((fileId) => ({ fileId, fileName: name }))]),
        ),
    },
  });
  return createManageRevisions({
    flows,
    files,
    nodeVersions: {},
    hasLanguageModel: false,
    answeringFault: async () => null,
    deployedFault: async () => null,
    fileChanges: createDeployedFileChanges({ flows, files, stamp: async () => JSON.stringify(sources) }),
    readRun: async () => null,
    clock: { now: () => new Date() },
  });
};

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

it("deploying warns of a node that gets nothing from a dataset, though the flow answers without it", async () => {
  const row = rowOf(["dataset", {}], ["smart-rag", {}], ["response", {}]);
  const beside = rowOf(["question", { question: "Who?" }], ["raptor-rag", {}]);
  const draft = { nodes: [...row.nodes, ...beside.nodes], edges: [...row.edges, ...beside.edges] };
  const { warnings } = await managed(memoryFlowStore(flow), {}).deploy({ ...flow, draft }, undefined);
  expect(warnings).toContain(
    "raptor-rag: the node gets nothing from a dataset. Join one of these to it: dataset, chunking",
  );
});

it("deploying freezes the ids of all sources that bear the names of a dataset", async () => {
  const sources: Sources = { "a.txt": ["a1", "a2"], "b.txt": ["b1"] };
  const flows = memoryFlowStore(flow);
  const revisions = managed(flows, sources);
  const { revision } = await revisions.deploy(flow, undefined);
  sources["a.txt"] = ["a3"];
  expect(await flows.findRevision("f", revision.revisionId)).toMatchObject({
    files: { dataset: ["a1", "a2", "b1"] },
  });
});

const deployedOver = async (sources: Sources, old = false) => {
  const flows = memoryFlowStore(flow);
  const revisions = managed(flows, sources);
  if (old) {
    const { draft: graph, flowId } = flow;
    const files = { dataset: Object.values(sources).flat() };
    const revision = { revisionId: "old", flowId, graph, files, nodeVersions: {}, toolDescription: null };
    await flows.deploy({ ...revision, createdAt: new Date() });
  } else await revisions.deploy(flow, undefined);
  const deployed = (await flows.find(flow.name)) as Flow;
  return {
    /** What lists say of it. */
    texts: async () => ((await revisions.fileChanges([deployed])).get("f") ?? []).map(fileChangeText),
    diff: async () => (await revisions.compare(deployed, undefined, undefined)).text,
    rollback: async () => (await revisions.rollback(deployed, deployed.deployedRevisionId ?? "")).warnings,
  };
};

it.each<[string, Sources, Sources, string[], string]>([
  ["nothing", { "a.txt": ["a1"], "b.txt": ["b1"] }, {}, [], ""],
  [
    "a file that is gone",
    { "a.txt": ["a1"], "b.txt": ["b1"] },
    { "a.txt": [] },
    [
      "dataset: 'a.txt' was deleted, so what answers finds nothing in it. Upload it again or take it out of the dataset, and deploy again.",
    ],
    "- nodes[dataset].files[a.txt]: 1 file gone",
  ],
  [
    "a file that was replaced",
    { "a.txt": ["a1"], "b.txt": ["b1"] },
    { "a.txt": ["a2"] },
    ["dataset: 'a.txt' was deleted, and a new file has its name. Deploy again to take the new one."],
    "~ nodes[dataset].files[a.txt]: 1 file gone, 1 new file",
  ],
  [
    "one of two of a name that is gone",
    { "a.txt": ["a1"], "b.txt": ["b1", "b2"] },
    { "b.txt": ["b2"] },
    [
      "dataset: 1 of 2 files named 'b.txt' was deleted, so what answers finds nothing in it. Upload it again or take it out of the dataset, and deploy again.",
    ],
    "- nodes[dataset].files[b.txt]: 1 file gone",
  ],
  [
    "a second file of a name",
    { "a.txt": ["a1"], "b.txt": ["b1"] },
    { "a.txt": ["a1", "a2"] },
    ["dataset: a new file named 'a.txt' is not in what answers. Deploy again to take it."],
    "+ nodes[dataset].files[a.txt]: 1 new file",
  ],
  [
    "a name that never had a file",
    { "a.txt": ["a1"], "b.txt": [] },
    {},
    ["dataset: there is no file named 'b.txt'. Upload it or take it out of the dataset, and deploy again."],
    "",
  ],
])(
  "list, difference and rollback name %s since the flow was deployed",
  async (_, before, after, texts, diff) => {
    const sources = { ...before };
    const deployed = await deployedOver(sources);
    Object.assign(sources, after);
    expect(await deployed.texts()).toEqual(texts);
    expect(await deployed.rollback()).toEqual(texts);
    expect(await deployed.diff()).toBe(diff);
  },
);

it("of a revision that did not keep which name a file had, what is gone is counted", async () => {
  const sources: Sources = { "a.txt": ["a1", "a2"], "b.txt": ["b1"] };
  const deployed = await deployedOver(sources, true);
  expect([await deployed.texts(), await deployed.diff()]).toEqual([[], ""]);
  sources["a.txt"] = ["a2"];
  expect(await deployed.texts()).toEqual([expect.stringMatching(/^dataset: 1 of its files was deleted/)]);
  expect(await deployed.diff()).toBe("- nodes[dataset].files: 1 file gone");
});
