import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectId } from "../../src/kernel/ids.ts";
import { applyRetention } from "../../src/retention/apply-retention.ts";
import { addFlow, exampleRecord, exampleRun } from "./example-flows.ts";
import { addProject, addSource, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const dayMs = 86_400_000;
const forEver = { conversationDays: null, runDays: null, originalDays: null };

export const describeRetentionStore = (name: string, open: OpenStores): void => {
  describe(`RetentionStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: ProjectId;
    let other: ProjectId;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
      ({ projectId: other } = await addProject(stores));
    });
    afterEach(() => stores.close());

    /** Claims builds until it has this one, and fails it. The others go back. */
    const failBuild = async (buildId: string) => {
      const lease = { owner: "worker", until: new Date(stores.clock.now().getTime() + dayMs) };
      const claimed = new Set<string>();
      while (!claimed.has(buildId)) {
        const build = await stores.builds.claim(lease, stores.clock.now(), "quick");
        if (!build) throw new Error(`The build ${buildId} does not wait`);
        claimed.add(build.buildId);
      }
      await stores.builds.fail(buildId, "worker", "It can't be read");
      claimed.delete(buildId);
      for (const other of claimed) await stores.builds.release(other, "worker");
    };
    const apply = (mayGoOn = () => true) =>
      applyRetention(
        {
          ...stores,
          removeOriginal: ({ fileId }) => stores.sources.removeOriginal(projectId, fileId, createdAt),
          erase: async () => {},
        },
        mayGoOn,
      );

    it("keeps everything for ever at first, and what is absent from a change as it is", async () => {
      expect(await stores.retention.of(projectId)).toEqual(forEver);
      await stores.retention.change(projectId, { conversationDays: 30, runDays: 2 });
      expect(await stores.retention.change(projectId, { runDays: null, originalDays: 9 })).toEqual({
        ...{ conversationDays: 30, runDays: null, originalDays: 9 },
      });
      await stores.retention.change(other, { runDays: 1 });
      await stores.retention.change(other, { runDays: null });
      expect(await stores.retention.list()).toEqual([
        { projectId, conversationDays: 30, runDays: null, originalDays: 9 },
      ]);
      expect(await stores.retention.of(other)).toEqual(forEver);
    });

    it("removes conversations, runs and originals of the project that are older, to the last one", async () => {
      const ask = (project: ProjectId, id: string, askedAt: Date) =>
        stores.conversations.append(project, id, {
          ...{ question: "q", resolvedQuestion: "q", answer: "a", citations: [], fileIds: [], askedAt },
        });
      const week = new Date(createdAt.getTime() + 7 * dayMs);
      for (let at = 0; at < 101; at += 1) await ask(projectId, `old${at}`, createdAt);
      await ask(projectId, "new", week);
      await ask(other, "theirs", createdAt);
      const { flowId } = await addFlow(stores, projectId);
      const theirs = await addFlow(stores, other);
      for (const id of [flowId, theirs.flowId]) {
        await stores.flows.addRun(exampleRun(id, { startedAt: createdAt }), []);
        await stores.flows.addRun(exampleRun(id, { startedAt: week }), []);
        await stores.flows.saveRecord(id, exampleRecord("old", { ranAt: createdAt }), []);
        await stores.flows.saveRecord(id, exampleRecord("new", { ranAt: week }), []);
        await stores.flows.saveRecord(
          id,
          exampleRecord("runs", { ranAt: createdAt, state: "processing" }),
          [],
        );
      }
      stores.clock.advance(8 * dayMs);
      expect(await apply()).toEqual({ conversations: 0, runs: 0, originals: 0 });
      await stores.retention.change(projectId, { conversationDays: 7, runDays: 7, originalDays: 7 });
      expect(await apply(() => false)).toEqual({ conversations: 0, runs: 0, originals: 0 });
      expect(await apply()).toEqual({ conversations: 101, runs: 1, originals: 0 });
      const conversations = async (project: ProjectId) =>
        (await stores.conversations.list(project, null)).items.map(({ conversationId }) => conversationId);
      expect(await conversations(projectId)).toEqual(["new"]);
      expect(await conversations(other)).toEqual(["theirs"]);
      const nodes = async (id: string) => (await stores.flows.records(id)).map(({ nodeId }) => nodeId);
      expect(await nodes(flowId)).toEqual(["new", "runs"]);
      expect(await nodes(theirs.flowId)).toEqual(["new", "old", "runs"]);
      const runs = async (id: string) => (await stores.flows.listRuns(id, { offset: 0, limit: 9 })).total;
      expect(await runs(flowId)).toBe(1);
      expect(await runs(theirs.flowId)).toBe(2);
    });

    it("leaves an original that a build needs, and one of an address", async () => {
      const { fileId, buildId } = await addSource(stores, projectId);
      const page = await addSource(stores, projectId, { fileSource: "url", contentHash: "cd".repeat(32) });
      await failBuild(page.buildId);
      await stores.retention.change(projectId, { originalDays: 7 });
      stores.clock.advance(8 * dayMs);
      expect(await apply()).toMatchObject({ originals: 0 });
      await failBuild(buildId);
      expect(await apply()).toMatchObject({ originals: 1 });
      expect(await stores.sources.find(projectId, fileId)).toMatchObject({ originalRemovedAt: createdAt });
      expect(await stores.sources.find(projectId, page.fileId)).not.toHaveProperty("originalRemovedAt");
    });

    it("leaves bytes in use until the last original with them is removed, and counts them no more", async () => {
      const contentHash = "ef".repeat(32);
      const added = [];
      for (const at of [0, 1])
        added.push(
          await addSource(stores, projectId, {
            ...{ contentHash, fileSize: 10, createdAt: new Date(createdAt.getTime() + at * dayMs) },
          }),
        );
      for (const { buildId } of added) await failBuild(buildId);
      const [first, second] = added.map(({ fileId }) => fileId);
      const content = { projectId, contentHash };
      expect(await stores.sources.removeOriginal(projectId, first ?? "", createdAt)).toBe(true);
      expect(await stores.sources.removeOriginal(projectId, first ?? "", createdAt)).toBe(false);
      expect(await stores.sources.usesContent(projectId, contentHash)).toBe(true);
      expect(await stores.sources.contentsToRemove()).toEqual([]);
      expect(await stores.usage.kept(projectId)).toMatchObject({ bytes: 10, sources: 2 });
      expect((await stores.sources.usesOf(projectId, contentHash)).map(({ fileId }) => fileId)).toEqual([
        second,
      ]);
      expect(await stores.sources.removeOriginal(projectId, second ?? "", createdAt)).toBe(true);
      expect(await stores.sources.usesContent(projectId, contentHash)).toBe(false);
      expect(await stores.sources.contentsInUse()).toEqual([]);
      expect(await stores.sources.contentsToRemove()).toEqual([content]);
      expect(await stores.usage.kept(projectId)).toMatchObject({ bytes: 0, sources: 2 });
    });
  });
};
