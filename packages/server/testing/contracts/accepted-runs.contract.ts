import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Flow } from "../../src/flows/flow/flow.ts";
import type { AcceptedRun, RunStep } from "../../src/flows/run/accepted-runs.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addFlow, exampleGraph, exampleRecord, exampleRun } from "./example-flows.ts";
import { addProject, addSource, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const longAgo = new Date(0);

const exampleStep = (nodeId: string, changes: Partial<RunStep> = {}): RunStep => ({
  trace: {
    ...{ nodeId, type: "retrieval", state: "ran" as const, why: "first run", milliseconds: 4 },
    ...{ itemsIn: 1, itemsOut: 2, usage: {} },
  },
  record: exampleRecord(nodeId),
  ...changes,
});

export const describeAcceptedRuns = (name: string, open: OpenStores): void => {
  describe(`AcceptedRuns: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    let flow: Flow;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
      flow = await addFlow(stores, projectId);
    });
    afterEach(() => stores.close());

    const accept = async (changes: Partial<AcceptedRun> = {}): Promise<AcceptedRun> => {
      const run: AcceptedRun = {
        ...{ runId: newId(), flowId: flow.flowId, kind: "simulation", query: "What \u0000 is it?" },
        ...{ revisionId: null, graph: exampleGraph(), page: { number: 2, size: 5 }, startedAt: createdAt },
        ...changes,
      };
      await stores.acceptedRuns.accept(run);
      return run;
    };
    const end = (run: AcceptedRun, state: "done" | "failed" = "done", fileIds: string[] = []) =>
      stores.flows.addRun(exampleRun(flow.flowId, { runId: run.runId, state }), fileIds);

    it("finds a run as it was accepted, with what its nodes gave, in order", async () => {
      const run = await accept();
      const steps = [exampleStep("b"), exampleStep("a", { record: null })];
      for (const step of steps) await stores.acceptedRuns.saveStep(run.runId, step, []);
      // Done again, a node gives the same.
      await stores.acceptedRuns.saveStep(run.runId, exampleStep("b"), []);
      expect(await stores.acceptedRuns.find(run.runId)).toEqual({ run, resumed: 0, hasEnded: false, steps });
      expect(await stores.acceptedRuns.find(newId())).toBeNull();
    });

    it("keeps no output twice that is cheap to look up and large", async () => {
      const run = await accept();
      const large = exampleStep("a", { record: exampleRecord("a", { notes: ["n".repeat(2_000_000)] }) });
      await stores.acceptedRuns.saveStep(run.runId, large, []);
      expect((await stores.acceptedRuns.find(run.runId))?.steps).toEqual([{ ...large, record: null }]);
    });

    it("takes up what has not ended, each time once more, with its flow and project", async () => {
      const run = await accept();
      const taken = { run, flowName: flow.name, projectId };
      expect(await stores.acceptedRuns.unfinished()).toEqual([run.runId]);
      expect(await stores.acceptedRuns.takeUp(longAgo)).toEqual([{ ...taken, resumed: 1 }]);
      expect(await stores.acceptedRuns.takeUp(longAgo)).toEqual([{ ...taken, resumed: 2 }]);
      expect(await stores.acceptedRuns.takeUpOne(run.runId)).toEqual({ ...taken, resumed: 3 });
      expect(await stores.acceptedRuns.drop(run.runId)).toBe(true);
      expect(await stores.acceptedRuns.drop(run.runId)).toBe(false);
      expect(await stores.acceptedRuns.takeUpOne(run.runId)).toBeNull();
      expect(await stores.acceptedRuns.unfinished()).toEqual([]);
      expect(await stores.acceptedRuns.takeUp(longAgo)).toEqual([]);
    });

    it("has a run that ended well for a while, and one that failed no longer", async () => {
      const [done, failed] = [await accept(), await accept()];
      await end(done);
      await end(failed, "failed");
      await stores.acceptedRuns.saveStep(done.runId, exampleStep("late"), []);
      expect(await stores.acceptedRuns.find(done.runId)).toMatchObject({ hasEnded: true, steps: [] });
      expect(await stores.acceptedRuns.takeUp(longAgo)).toMatchObject([{ run: done, resumed: 0 }]);
      expect(await stores.acceptedRuns.find(failed.runId)).toBeNull();
      // Its end is told once, and a second one changes nothing.
      await end(done, "failed");
      expect(await stores.flows.findRun(flow.flowId, done.runId)).toMatchObject({ state: "done" });
      const ended = await accept();
      await end(ended);
      expect(await stores.acceptedRuns.takeUp(new Date(Date.now() + 1_000))).toEqual([]);
      expect(await stores.acceptedRuns.find(ended.runId)).toBeNull();
    });

    it("loses with a source what was drawn from it, and a run that ended with it", async () => {
      const { fileId } = await addSource(stores, projectId);
      const [running, ended] = [await accept(), await accept()];
      for (const { runId } of [running, ended])
        await stores.acceptedRuns.saveStep(runId, exampleStep("dataset"), [fileId]);
      await stores.acceptedRuns.saveStep(running.runId, exampleStep("question"), []);
      await end(ended, "done", [fileId]);
      await stores.sources.remove(projectId, fileId);
      const { steps } = (await stores.acceptedRuns.find(running.runId)) ?? { steps: [] };
      expect(steps.map(({ trace }) => trace.nodeId)).toEqual(["question"]);
      expect(await stores.acceptedRuns.find(ended.runId)).toBeNull();
      // A node that was still at work then adds nothing.
      await stores.acceptedRuns.saveStep(running.runId, exampleStep("late"), [fileId]);
      expect((await stores.acceptedRuns.find(running.runId))?.steps).toHaveLength(1);
    });

    it("goes with its flow", async () => {
      const { runId } = await accept();
      await stores.acceptedRuns.saveStep(runId, exampleStep("a"), []);
      await stores.flows.remove(flow.flowId);
      expect(await stores.acceptedRuns.find(runId)).toBeNull();
      await accept();
      expect(await stores.acceptedRuns.takeUp(longAgo)).toEqual([]);
    });
  });
};
