import { expect, it } from "vitest";
import { rowOf } from "../../../testing/word-nodes.ts";
import type { FlowNodeType } from "../flow/flow.ts";
import { createModelFault } from "./resolve-references.ts";
import { createDeployedFault, createRevisionFault } from "./revision-fault.ts";

const faultOf = createRevisionFault(createModelFault({ language: ["new"], embedding: [] }), {
  llm: 2,
  dataset: 1,
});
const revision = (model: string | undefined, nodeVersions: Partial<Record<FlowNodeType, number>> = {}) => ({
  graph: rowOf(["dataset", {}], ["llm", model === undefined ? {} : { model }], ["response", {}]),
  nodeVersions,
});

it("says which node names a model that is not there any more", () => {
  expect(faultOf(revision("old"))).toBe(
    "llm: model 'old' is not a model of this installation. There is new. Set the model up again, or deploy the flow with another",
  );
  expect([faultOf(revision("new")), faultOf(revision(undefined))]).toEqual([null, null]);
});

it("says which code is newer than this service", () => {
  expect(faultOf(revision("new", { llm: 3 }))).toMatch(
    /^llm: version 3 of the code of llm nodes is not known here/,
  );
  expect(faultOf(revision("new", { llm: 1, dataset: 1 }))).toBeNull();
});

it("reads each revision once, and none where none answers", async () => {
  const read: string[] = [];
  const fault = createDeployedFault(
    {
      findRevision: async (_flow, id) => {
        read.push(id);
        return { ...revision(id), revisionId: id } as never;
      },
    },
    faultOf,
    async () => null,
  );
  const faults = [];
  for (const deployedRevisionId of [null, "old", "old", "new", "new"])
    faults.push(await fault({ flowId: "f", projectId: "p", deployedRevisionId }));
  expect(faults).toEqual([
    null,
    expect.stringContaining("'old'"),
    expect.stringContaining("'old'"),
    null,
    null,
  ]);
  expect(read).toEqual(["old", "new"]);
});
