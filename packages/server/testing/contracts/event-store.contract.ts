import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import { eventDays, maxEvents, type ProjectEvent } from "../../src/events/event.ts";
import { createEventFeed } from "../../src/events/event-feed.ts";
import { newId, type ProjectId } from "../../src/kernel/ids.ts";
import { createManualTimer } from "../manual-timer.ts";
import { addFlow, exampleRevision, exampleRun } from "./example-flows.ts";
import { addProject, addSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const dayMs = 86_400_000;

export const describeEventStore = (name: string, open: OpenStores): void => {
  describe(`EventStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: ProjectId;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const kept = async (of = projectId) =>
      (await stores.projectEvents.after(of, 0, 1_000)).map(({ number, type, data }) => [number, type, data]);
    const reach = (key: string, by: Pick<Stores, "projectEvents"> = stores, of = projectId) =>
      by.projectEvents.add(of, { type: "limit.reached", data: { limit: "bytes" } }, key);
    const claim = (owner: string) =>
      stores.builds.claim(
        { owner, until: new Date(stores.clock.now().getTime() + 60_000) },
        stores.clock.now(),
        "quick",
      );
    const outcome = { message: null, totalPartitions: 1, totalPages: 1, failedPages: [] };

    it("has the end of each build, once, by who holds it", async () => {
      const good = await addSource(stores, projectId);
      const bad = await addSource(stores, projectId);
      await claim("one");
      await claim("two");
      await stores.builds.complete(good.buildId, "two", outcome);
      await stores.builds.complete(good.buildId, "one", outcome);
      await stores.builds.complete(good.buildId, "one", outcome);
      await stores.builds.retry(bad.buildId, "two", stores.clock.now());
      await claim("three");
      await stores.builds.fail(bad.buildId, "three", "broken");
      expect(await kept()).toEqual([
        [1, "build.completed", { buildId: good.buildId, fileId: good.source.fileId }],
        [2, "build.failed", { buildId: bad.buildId, fileId: bad.source.fileId }],
      ]);
    });

    it("has deleted sources with the builds that this cancelled, and nothing of a source that is unknown", async () => {
      const { source, buildId } = await addSource(stores, projectId);
      const done = await addSource(stores, projectId);
      await claim("one");
      await claim("two");
      await stores.builds.complete(done.buildId, "two", outcome);
      const { fileId } = source;
      await stores.sources.remove((await addProject(stores)).projectId, fileId);
      for (const id of [fileId, fileId, done.source.fileId]) await stores.sources.remove(projectId, id);
      expect(await stores.builds.complete(buildId, "one", outcome)).toBe(false);
      expect((await kept()).slice(1)).toEqual([
        [2, "build.cancelled", { buildId, fileId }],
        [3, "source.deleted", { fileId }],
        [4, "source.deleted", { fileId: done.source.fileId }],
      ]);
    });

    it("has what answers of a flow, where it changed, and the end of each run", async () => {
      const { flowId, name: flowName } = await addFlow(stores, projectId);
      const [one, two] = [exampleRevision(flowId), exampleRevision(flowId)];
      for (const revision of [one, two]) await stores.flows.deploy(revision);
      for (const revisionId of [one.revisionId, one.revisionId, newId(), null, null])
        await stores.flows.setDeployed(flowId, revisionId);
      const { source } = await addSource(stores, projectId);
      const runs = [exampleRun(flowId), exampleRun(flowId, { kind: "simulation", state: "failed" })];
      for (const run of [...runs, ...runs]) await stores.flows.addRun(run, [source.fileId]);
      expect(await kept()).toEqual([
        [1, "flow.deployed", { flowName, revisionId: one.revisionId }],
        [2, "flow.deployed", { flowName, revisionId: two.revisionId }],
        [3, "flow.rolled_back", { flowName, revisionId: one.revisionId }],
        [4, "flow.undeployed", { flowName }],
        [5, "run.ended", { flowName, runId: runs[0]?.runId, kind: "run", state: "done" }],
        [6, "run.ended", { flowName, runId: runs[1]?.runId, kind: "simulation", state: "failed" }],
      ]);
    });

    it("adds an event with a key once, and numbers those of several processes without gaps", async () => {
      const other = await stores.connectAgain();
      const keys = Array.from({ length: 20 }, (_, place) => `key ${place % 10}`);
      await Promise.all(keys.map((key, place) => reach(key, place % 3 ? stores : other)));
      await reach("key 0", stores, (await addProject(stores)).projectId);
      expect((await kept()).map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await stores.projectEvents.latestOf([projectId, newId()])).toEqual(new Map([[projectId, 10]]));
    });

    it("removes what is old and what is too much, and never gives a number twice", async () => {
      await reach("old");
      stores.clock.advance(dayMs);
      await reach("young");
      stores.clock.advance((eventDays - 1) * dayMs + 1);
      await stores.projectEvents.expire(new Date(stores.clock.now().getTime() - eventDays * dayMs));
      expect((await kept()).map(([number]) => number)).toEqual([2]);
      await stores.projectEvents.expire(stores.clock.now());
      await reach("next");
      expect((await kept()).map(([number]) => number)).toEqual([3]);
      await stores.setLatestEvent(projectId, maxEvents + 2);
      await reach("one more");
      expect((await kept()).map(([number]) => number)).toEqual([maxEvents + 3]);
    });

    it("is followed from any event on without a gap, also by what another process adds", async () => {
      const { timer, pass } = createManualTimer(stores.clock);
      const feed = createEventFeed({ ...stores, timer });
      await reach("a");
      await reach("b");
      const reading = new AbortController();
      const followed = feed.follow(projectId, 1, reading.signal)[Symbol.asyncIterator]();
      const next = async (): Promise<number[] | undefined> => {
        const { value } = await followed.next();
        return (value as ProjectEvent[] | undefined)?.map(({ number }) => number);
      };
      expect(await next()).toEqual([2]);
      expect(await next()).toEqual([]);
      const waiting = next();
      await reach("c", await stores.connectAgain());
      await pass(1_000);
      expect(await waiting).toEqual([3]);
      reading.abort();
      expect(await next()).toBeUndefined();
      feed.close();
    });

    it("says that events are gone instead of leaving them out", async () => {
      const { timer } = createManualTimer(stores.clock);
      const feed = createEventFeed({ ...stores, timer });
      for (const key of ["a", "b"]) await reach(key);
      stores.clock.advance(1);
      await stores.projectEvents.expire(stores.clock.now());
      const numbers = async (place: number | "latest" | null) => {
        const { events, next } = await feed.page(projectId, place, 10);
        return [events.map(({ number }) => number), next];
      };
      expect(await numbers(null)).toEqual([[], 2]);
      await reach("c");
      expect([await numbers(null), await numbers(2), await numbers("latest")]).toEqual([
        [[3], 3],
        [[3], 3],
        [[], 3],
      ]);
      for (const place of [0, 1, 4]) await expect(numbers(place)).rejects.toMatchObject({ status: 410 });
      const followed = feed.follow(projectId, 1, new AbortController().signal)[Symbol.asyncIterator]();
      await expect(followed.next()).rejects.toMatchObject({ status: 410 });
    });
  });
};
