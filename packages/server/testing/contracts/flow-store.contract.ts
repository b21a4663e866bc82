import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { addFlow, exampleFlow, exampleGraph, exampleRecord, exampleRevision } from "./example-flows.ts";
import { addProject, addSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeFlowStore = (name: string, open: OpenStores): void => {
  describe(`FlowStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    it("finds a flow as it was created, by its name", async () => {
      const flow = await addFlow(stores, projectId, { name: "support" });
      const plain = await addFlow(stores, projectId, { name: "plain", description: null });
      expect(await stores.flows.find("support")).toEqual(flow);
      expect(await stores.flows.find("plain")).toEqual(plain);
      expect(await stores.flows.find("Support")).toBeNull();
    });

    it("creates no second flow of a name, whoever's it is, also when both are created at once", async () => {
      const other = await addProject(stores);
      const first = await addFlow(stores, projectId, { name: "support" });
      expect(await stores.flows.create(exampleFlow(other.projectId, { name: "support" }))).toBeNull();
      expect(await stores.flows.find("support")).toEqual(first);
      const again = await stores.connectAgain();
      const both = await Promise.all([
        stores.flows.create(exampleFlow(projectId, { name: "chat" })),
        again.flows.create(exampleFlow(projectId, { name: "chat" })),
      ]);
      expect(both.filter(Boolean)).toHaveLength(1);
    });

    it("begins a new flow above every version of a deleted one", async () => {
      const old = await addFlow(stores, projectId, { name: "again" });
      const latest = await stores.flows.replaceDraft(old.flowId, { graph: old.draft });
      const kept = await addFlow(stores, projectId, { name: "kept" });
      await stores.flows.remove(old.flowId);
      const next = await addFlow(stores, projectId, { name: "again" });
      expect(next.draftVersion).toBe((latest ?? 0) + 1);
      // One with a lower version does not take it back.
      await stores.flows.remove(kept.flowId);
      await stores.flows.remove(next.flowId);
      const again = await stores.connectAgain();
      expect(await again.flows.create(exampleFlow(projectId, { name: "again" }))).toBe(next.draftVersion + 1);
    });

    it("lists the flows of a project by name", async () => {
      const other = await addProject(stores);
      for (const name of ["b-2", "a", "b-10"]) await addFlow(stores, projectId, { name });
      await addFlow(stores, other.projectId, { name: "c" });
      const names = (await stores.flows.list(projectId)).map((flow) => flow.name);
      expect(names).toEqual(["a", "b-10", "b-2"]);
      expect(await stores.flows.list(newId())).toEqual([]);
    });

    it("replaces the draft, counts its versions, and refuses one of an older version", async () => {
      const { flowId, name, draftVersion } = await addFlow(stores, projectId);
      stores.clock.advance(60_000);
      const graph = exampleGraph(["dataset-2"]);
      expect(await stores.flows.replaceDraft(flowId, { graph }, draftVersion)).toBe(draftVersion + 1);
      const replaced = await stores.flows.find(name);
      expect(replaced).toMatchObject({
        draft: graph,
        draftVersion: draftVersion + 1,
        description: "Answers \u0000 questions",
      });
      expect(replaced?.updatedAt).toEqual(stores.clock.now());
      expect(await stores.flows.replaceDraft(flowId, { graph: exampleGraph() }, draftVersion)).toBeNull();
      expect(await stores.flows.find(name)).toEqual(replaced);
      expect(await stores.flows.replaceDraft(flowId, { graph, description: null })).toBe(draftVersion + 2);
      expect(await stores.flows.find(name)).toMatchObject({ description: null });
      expect(await stores.flows.replaceDraft(newId(), { graph })).toBeNull();
    });

    it("lets one of two replacements of the same version through", async () => {
      const { flowId, draftVersion } = await addFlow(stores, projectId);
      const again = await stores.connectAgain();
      const both = await Promise.all(
        [stores, again].map(({ flows }) =>
          flows.replaceDraft(flowId, { graph: exampleGraph() }, draftVersion),
        ),
      );
      expect(both.toSorted()).toEqual([draftVersion + 1, null]);
    });

    it("drops the records of nodes that the new draft does not have", async () => {
      const { flowId } = await addFlow(stores, projectId);
      for (const nodeId of ["dataset-1", "chunking-1"])
        await stores.flows.saveRecord(flowId, exampleRecord(nodeId), []);
      await stores.flows.replaceDraft(flowId, { graph: exampleGraph(["dataset-1", "chunking-2"]) });
      expect((await stores.flows.records(flowId)).map(({ nodeId }) => nodeId)).toEqual(["dataset-1"]);
    });

    it("numbers revisions from 1, makes each the one that answers, and keeps them as they are", async () => {
      const { flowId, name } = await addFlow(stores, projectId);
      const one = await stores.flows.deploy(exampleRevision(flowId));
      expect(await stores.flows.find(name)).toMatchObject({
        deployedRevisionId: one.revisionId,
        wasDeployed: true,
      });
      await stores.flows.replaceDraft(flowId, { graph: exampleGraph(["dataset-9"]) });
      const two = await stores.flows.deploy(exampleRevision(flowId, { toolDescription: null }));
      expect([one.number, two.number]).toEqual([1, 2]);
      expect(await stores.flows.findRevision(flowId, one.revisionId)).toEqual(one);
      const listed = [two, one].map(({ graph: _, files: __, ...revision }) => revision);
      expect(await stores.flows.listRevisions(flowId)).toEqual(listed);
      expect(await stores.flows.find(name)).toMatchObject({ deployedRevisionId: two.revisionId });
      await expect(stores.flows.deploy(exampleRevision(newId()))).rejects.toThrow(/deleted/);
    });

    it("keeps which files each name of a dataset stood for, and reads revisions that have them as one list", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const filesOfNames = { "dataset-1": [["a1", "a2"], [], ["b1"]], "dataset-2": [] };
      const files = { "dataset-1": ["a1", "a2", "b1"], "dataset-2": [] };
      const named = await stores.flows.deploy(exampleRevision(flowId, { files, filesOfNames }));
      expect(await stores.flows.findRevision(flowId, named.revisionId)).toEqual(named);
      const old = await stores.flows.deploy(exampleRevision(flowId, { files }));
      expect(await stores.flows.findRevision(flowId, old.revisionId)).toEqual(old);
      expect(old).not.toHaveProperty("filesOfNames");
    });

    it("gives two deployments at once two numbers", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const again = await stores.connectAgain();
      const both = await Promise.all(
        [stores, again].map(({ flows }) => flows.deploy(exampleRevision(flowId))),
      );
      expect(both.map(({ number }) => number).toSorted()).toEqual([1, 2]);
    });

    it("lets an older revision answer again, or none, but none of another flow", async () => {
      const { flowId, name } = await addFlow(stores, projectId);
      const other = await addFlow(stores, projectId);
      const one = await stores.flows.deploy(exampleRevision(flowId));
      await stores.flows.deploy(exampleRevision(flowId));
      const foreign = await stores.flows.deploy(exampleRevision(other.flowId));
      expect(await stores.flows.setDeployed(flowId, one.revisionId)).toBe(true);
      expect(await stores.flows.setDeployed(flowId, foreign.revisionId)).toBe(false);
      expect(await stores.flows.find(name)).toMatchObject({ deployedRevisionId: one.revisionId });
      expect(await stores.flows.setDeployed(flowId, null)).toBe(true);
      expect(await stores.flows.find(name)).toMatchObject({ deployedRevisionId: null, wasDeployed: true });
      expect(await stores.flows.setDeployed(newId(), null)).toBe(false);
      expect(await stores.flows.findRevision(flowId, foreign.revisionId)).toBeNull();
    });

    it("keeps the latest record of each node as it was saved", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const other = await addFlow(stores, projectId);
      const { fileId } = await addSource(stores, projectId);
      const failed = exampleRecord("b \u0000", { state: "failed", output: null, error: "No \ud83d files" });
      await stores.flows.saveRecord(flowId, exampleRecord("a", { key: "older" }), [fileId]);
      const record = exampleRecord("a", { key: "newer" });
      await stores.flows.saveRecord(flowId, record, []);
      await stores.flows.saveRecord(flowId, failed, [fileId, fileId]);
      expect(await stores.flows.records(flowId)).toEqual([record, failed]);
      expect(await stores.flows.records(other.flowId)).toEqual([]);
      await stores.flows.saveRecord(newId(), record, []);
    });

    it("changes states alone, and gives nodes without a record an empty one", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const record = exampleRecord("a");
      await stores.flows.saveRecord(flowId, record, []);
      const many = Array.from({ length: 450 }, (_, at) => `node-${at}`);
      await stores.flows.setStates(flowId, ["a", ...many], "waiting");
      const records = await stores.flows.records(flowId);
      expect(records.find(({ nodeId }) => nodeId === "a")).toEqual({ ...record, state: "waiting" });
      expect(records.filter(({ state, output }) => state === "waiting" && output === null)).toHaveLength(450);
      await stores.flows.setStates(flowId, ["a"], "done");
      await stores.flows.setStates(newId(), ["a"], "done");
      await stores.flows.settleStates();
      const states = (await stores.flows.records(flowId)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(["done", "stale"]));
    });

    it("takes a removed source out of the records that were last drawn from it, and out of no other", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const sources = await Promise.all(Array.from({ length: 3 }, () => addSource(stores, projectId)));
      const [one, two, three] = sources.map(({ fileId }) => fileId) as [string, string, string];
      const output = {
        kind: "documents" as const,
        documents: [one, two, three].map((fileId) => ({ fileId, fileName: "a.pdf", versionId: newId() })),
      };
      const [a, b, c] = ["a", "b", "c"].map((nodeId) => exampleRecord(nodeId, { output }));
      if (!a || !b || !c) throw new Error("There are three");
      await stores.flows.saveRecord(flowId, a, [one, two]);
      await stores.flows.saveRecord(flowId, a, [two, three]);
      await stores.flows.saveRecord(flowId, b, [three]);
      await stores.flows.saveRecord(flowId, c, []);
      await stores.sources.remove(projectId, one);
      expect(await stores.flows.records(flowId)).toEqual([a, b, c]);
      await stores.sources.remove(projectId, two);
      const left = { ...output, documents: output.documents.filter(({ fileId }) => fileId !== two) };
      const stale = { key: "", state: "stale", notes: [] };
      expect(await stores.flows.records(flowId)).toEqual([
        { ...a, ...stale, output: left, deletedFiles: 1 },
        ...[b, c],
      ]);
      // What is left goes with its own sources.
      await stores.sources.remove(projectId, three);
      expect(await stores.flows.records(flowId)).toMatchObject([
        { output: { documents: [{ fileId: one }] }, deletedFiles: 2 },
        { output: { documents: [{ fileId: one }, { fileId: two }] }, deletedFiles: 1 },
        c,
      ]);
    });

    it("saves no record that is drawn from a source that is gone, and drops the one before it", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const { fileId } = await addSource(stores, projectId);
      await stores.flows.saveRecord(flowId, exampleRecord("a"), [fileId]);
      await stores.flows.saveRecord(flowId, exampleRecord("a"), [fileId, newId()]);
      expect(await stores.flows.records(flowId)).toEqual([]);
    });

    it("keeps records of thousands of sources", async () => {
      const { flowId } = await addFlow(stores, projectId);
      const { fileId: first } = await addSource(stores, projectId);
      const fileIds = [first, ...(await stores.addCopies(first, Array(599).fill("report.pdf")))];
      for (const nodeId of ["a", "a", "b"])
        await stores.flows.saveRecord(flowId, exampleRecord(nodeId), fileIds);
      expect(await stores.flows.records(flowId)).toHaveLength(2);
      await stores.sources.remove(projectId, fileIds[599] ?? "");
      const records = await stores.flows.records(flowId);
      expect(records.map(({ nodeId, state }) => `${nodeId} ${state}`)).toEqual(["a stale", "b stale"]);
      // New ones are drawn from what is left.
      await stores.flows.saveRecord(flowId, exampleRecord("a"), fileIds.slice(0, 599));
      await stores.flows.saveRecord(flowId, exampleRecord("b"), fileIds);
      const now = await stores.flows.records(flowId);
      expect(now.map(({ nodeId, state }) => `${nodeId} ${state}`)).toEqual(["a done"]);
    });

    it("removes a flow with all that belongs to it, and frees its name", async () => {
      const { flowId, name } = await addFlow(stores, projectId);
      const { revisionId } = await stores.flows.deploy(exampleRevision(flowId));
      await stores.flows.saveRecord(flowId, exampleRecord("a"), []);
      expect(await stores.flows.remove(flowId)).toBe(true);
      expect(await stores.flows.remove(flowId)).toBe(false);
      expect(await stores.flows.find(name)).toBeNull();
      expect(await stores.flows.findRevision(flowId, revisionId)).toBeNull();
      expect(await stores.flows.records(flowId)).toEqual([]);
      await addFlow(stores, projectId, { name });
    });
  });
};
