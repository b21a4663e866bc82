import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { addFlow, exampleRun, minutesLater } from "./example-flows.ts";
import { addProject, addSource, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeFlowRuns = (name: string, open: OpenStores): void => {
  describe(`FlowStore, runs: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    let flowId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
      ({ flowId } = await addFlow(stores, projectId));
    });
    afterEach(() => stores.close());

    const all = { offset: 0, limit: 1_000 };
    const runIds = async (page = all, ofFlow = flowId) =>
      (await stores.flows.listRuns(ofFlow, page)).runs.map(({ runId }) => runId);
    const addRuns = async (count: number, fileIds: string[] = [], query = "q") => {
      const runs = Array.from({ length: count }, (_, index) =>
        exampleRun(flowId, { startedAt: minutesLater(index), query }),
      );
      for (const run of runs) await stores.flows.addRun(run, fileIds);
      return runs.map(({ runId }) => runId);
    };

    it("finds a run as it was added, by its flow", async () => {
      const other = await addFlow(stores, projectId);
      const run = exampleRun(flowId);
      const failed = exampleRun(flowId, {
        kind: "simulation",
        revisionId: null,
        query: null,
        state: "failed",
        error: "No \u0000 model",
        output: null,
      });
      for (const added of [run, failed]) await stores.flows.addRun(added, []);
      expect(await stores.flows.findRun(flowId, run.runId)).toEqual(run);
      expect(await stores.flows.findRun(flowId, failed.runId)).toEqual(failed);
      expect(await stores.flows.findRun(other.flowId, run.runId)).toBeNull();
      await stores.flows.addRun(exampleRun(newId()), []);
    });

    it("lists runs newest first in pages, without nodes and output", async () => {
      const other = await addFlow(stores, projectId);
      await stores.flows.addRun(exampleRun(other.flowId), []);
      const added = await addRuns(5);
      expect(await runIds({ offset: 1, limit: 2 })).toEqual([added[3], added[2]]);
      expect(await runIds({ offset: 4, limit: 2 })).toEqual([added[0]]);
      expect(await runIds({ offset: 5, limit: 2 })).toEqual([]);
      const { runs, total } = await stores.flows.listRuns(flowId, { offset: 0, limit: 1 });
      expect(total).toBe(5);
      expect(runs).toMatchObject([{ nodes: [], output: null, state: "done", startedAt: minutesLater(4) }]);
    });

    it("lists the latest runs that tested, with their cases", async () => {
      const other = await addFlow(stores, projectId);
      const tests = { questions: 1, passed: 0, judged: 1, measures: { recall: 0.5 }, needed: {} };
      const cases = [
        { id: "t/1", question: "Who?", passes: false, measures: { recall: 0.5 }, passages: [], answer: null },
      ];
      const tested = [1, 2, 3].map((minutes) =>
        exampleRun(flowId, { startedAt: minutesLater(minutes), tests, cases }),
      );
      for (const run of [...tested, exampleRun(other.flowId, { tests, cases })])
        await stores.flows.addRun(run, []);
      await addRuns(2);
      const latest = await stores.flows.listTestedRuns(flowId, 2);
      expect(latest).toEqual([tested[2], tested[1]]);
      expect(await stores.flows.latestTest(flowId)).toMatchObject({
        runId: tested[2]?.runId,
        tests,
        nodes: [],
      });
      expect(await stores.flows.latestTest(newId())).toBeNull();
      const { runs } = await stores.flows.listRuns(flowId, all);
      expect(runs.find(({ runId }) => runId === tested[0]?.runId)).toMatchObject({ tests, nodes: [] });
      expect(runs.some(({ cases: listed }) => listed)).toBe(false);
    });

    it("removes runs with any of the sources that they were drawn from, however many there are", async () => {
      const other = await addProject(stores);
      const [one, two] = [await addSource(stores, projectId), await addSource(stores, projectId)];
      await addRuns(250, [one.fileId, two.fileId]);
      const kept = await addRuns(2, [two.fileId]);
      expect(await stores.sources.remove(other.projectId, one.fileId)).toBe(false);
      expect(await runIds()).toHaveLength(252);
      await stores.sources.remove(projectId, one.fileId);
      expect((await runIds()).toSorted()).toEqual(kept.toSorted());
    });

    it("adds no run that is drawn from a source that is gone", async () => {
      const { fileId } = await addSource(stores, projectId);
      await stores.sources.remove(projectId, fileId);
      await addRuns(1, [fileId]);
      expect(await runIds()).toEqual([]);
    });

    it("expires runs that began before a time", async () => {
      const added = await addRuns(230);
      expect(await stores.flows.expireRuns(minutesLater(228), 1e9)).toBe(228);
      expect(await runIds()).toEqual([added[229], added[228]]);
      expect(await stores.flows.expireRuns(minutesLater(228), 1e9)).toBe(0);
    });

    it("expires the oldest runs of all flows beyond a number of bytes", async () => {
      const other = await addFlow(stores, projectId);
      const oldest = exampleRun(other.flowId, { startedAt: new Date(createdAt.getTime() - 1) });
      await stores.flows.addRun(oldest, []);
      const added = await addRuns(4, [], "ä".repeat(50_000));
      expect(await stores.flows.expireRuns(createdAt, 310_000)).toBe(2);
      expect(await stores.flows.findRun(other.flowId, oldest.runId)).toBeNull();
      expect((await runIds()).toReversed()).toEqual(added.slice(1));
    });

    it("removes a flow with hundreds of runs, and none of another flow", async () => {
      const other = await addFlow(stores, projectId);
      await stores.flows.addRun(exampleRun(other.flowId), []);
      await addRuns(230);
      await stores.flows.remove(flowId);
      expect(await runIds()).toEqual([]);
      expect(await runIds(all, other.flowId)).toHaveLength(1);
    });
  });
};
