import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Piece } from "../../src/http/runs/streamed-runs.ts";
import { newId, type ProjectId } from "../../src/kernel/ids.ts";
import { addProject } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const [leaseMs, keptMs] = [15_000, 600_000];

export const describeStreamedRuns = (name: string, open: OpenStores): void => {
  describe(`StreamedRuns: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: ProjectId;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const now = () => stores.clock.now();
    const after = (ms: number) => new Date(now().getTime() + ms);
    const times = () => ({ now: now(), leasedUntil: after(leaseMs), keptUntil: after(keptMs) });
    const begin = async (
      owner = "one",
      run: { runId?: string; isTakenUp?: boolean; of?: ProjectId } = {},
    ): Promise<string> => {
      const { runId = newId(), isTakenUp = false, of = projectId } = run;
      await stores.streamedRuns.begin({
        ...{ runId, projectId: of, owner, isTakenUp, outlivesService: true },
        ...times(),
      });
      return runId;
    };
    const event = (id: number, text: string) => `id: ${id}\ndata: ${JSON.stringify({ text })}\n\n`;
    const piece = (runId: string, firstId: number, texts: string[], end: Piece["end"] = null): Piece => ({
      ...{ runId, firstId, end },
      events: texts.map((text, place) => event(firstId + place, text)),
    });
    const write = (pieces: Piece[], owner = "one") => stores.streamedRuns.write(owner, pieces, times());
    const find = (runId: string, of = projectId) => stores.streamedRuns.find(of, runId, now());
    const eventsOf = (runId: string, last = 0) => stores.streamedRuns.eventsAfter(runId, last);

    it("has a run from its beginning, for its project only, until it expires", async () => {
      const runId = await begin();
      expect(await find(runId)).toEqual({
        ...{ isTakenUp: false, outlivesService: true, state: "running", lastEventId: 0 },
        leasedUntil: after(leaseMs),
      });
      expect(await find(runId, (await addProject(stores)).projectId)).toBeNull();
      expect(await find(newId())).toBeNull();
      stores.clock.advance(keptMs);
      expect(await find(runId)).not.toBeNull();
      await stores.streamedRuns.expire(now());
      expect(await find(runId)).not.toBeNull();
      stores.clock.advance(1);
      expect(await find(runId)).toBeNull();
      await stores.streamedRuns.expire(now());
      stores.clock.advance(-1);
      expect(await find(runId)).toBeNull();
    });

    it("answers the events after any id, as they were written, by several runs at a time", async () => {
      const [runId, other] = [await begin(), await begin()];
      const texts = ["Öl\n\n", "\0 and \ud800", "id: 7", "", "last"];
      await write([piece(runId, 1, texts.slice(0, 3)), piece(other, 1, ["else"])]);
      await write([piece(runId, 4, texts.slice(3), "ended")]);
      const all = texts.map((text, place) => event(place + 1, text));
      for (const last of [0, 1, 3, 4, 5, 9]) expect(await eventsOf(runId, last)).toEqual(all.slice(last));
      expect(await eventsOf(other)).toEqual([event(1, "else")]);
      expect(await find(runId)).toMatchObject({ state: "ended", lastEventId: 5 });
      expect(await find(other)).toMatchObject({ state: "running", lastEventId: 1 });
    });

    it("renews the lease with each write, also without events, and gives it back with a run that is left", async () => {
      const runId = await begin();
      stores.clock.advance(leaseMs);
      await write([piece(runId, 1, [])]);
      expect(await find(runId)).toMatchObject({ leasedUntil: after(leaseMs), lastEventId: 0 });
      await write([piece(runId, 1, ["a"], "left")]);
      expect(await find(runId)).toMatchObject({ leasedUntil: now(), state: "running", lastEventId: 1 });
    });

    it("gives a run that is taken up to its new process: its events come again, and the old one writes nothing more", async () => {
      const runId = await begin();
      await write([piece(runId, 1, ["a", "b"])]);
      await stores.streamedRuns.askToStop(runId, "Enough.");
      await begin("two", { runId, isTakenUp: true });
      expect(await find(runId)).toMatchObject({ isTakenUp: true, lastEventId: 0 });
      const unknown = newId();
      const written = await write([piece(runId, 3, ["c"]), piece(unknown, 1, ["d"])]);
      expect([...written]).toEqual([
        [runId, "elsewhere"],
        [unknown, "forgotten"],
      ]);
      expect(await eventsOf(runId)).toEqual([]);
      const taken = await write([piece(runId, 1, ["a"])], "two");
      expect(taken.get(runId)).toMatchObject({ stopReason: "Enough." });
    });

    it("says to the process of a run that it is followed, and that it is to stop", async () => {
      const runId = await begin();
      const next = async () => (await write([piece(runId, 1, [])])).get(runId);
      expect(await next()).toEqual({ stopReason: null, followedUntil: new Date(0) });
      await stores.streamedRuns.follow(runId, after(5_000));
      await stores.streamedRuns.askToStop(runId, "The answer was stopped.");
      expect(await next()).toEqual({ stopReason: "The answer was stopped.", followedUntil: after(5_000) });
      await write([piece(runId, 1, ["over"], "stopped")]);
      expect(await find(runId)).toMatchObject({ state: "stopped" });
    });

    it("forgets what holds an id, and what comes to hold it, of this project only", async () => {
      const foreign = (await addProject(stores)).projectId;
      const [cites, waits, ended] = [await begin(), await begin(), await begin()];
      const other = await begin("one", { of: foreign });
      const id = newId();
      await write([
        piece(cites, 1, ["a", `of ${id}.`]),
        piece(ended, 1, ["b"], "ended"),
        piece(other, 1, [id]),
      ]);
      await Promise.all([
        stores.streamedRuns.forget(projectId, newId()),
        stores.streamedRuns.forget(projectId, id),
      ]);
      expect([await find(cites), await eventsOf(cites)]).toEqual([null, []]);
      for (const [run, of] of [
        [waits, projectId],
        [ended, projectId],
        [other, foreign],
      ] as const)
        expect(await find(run, of)).not.toBeNull();
      const written = await write([piece(waits, 1, ["still"]), piece(cites, 3, ["c"])]);
      expect([typeof written.get(waits), written.get(cites)]).toEqual(["object", "forgotten"]);
      expect((await write([piece(waits, 2, [`of ${id}.`])])).get(waits)).toBe("forgotten");
      expect([await find(waits), await eventsOf(waits)]).toEqual([null, []]);
    });

    it("never keeps what holds an id that is forgotten while it is written", async () => {
      const other = await stores.connectAgain();
      const id = newId();
      const runIds = await Promise.all(Array.from({ length: 20 }, () => begin()));
      await Promise.all([
        ...runIds.map((runId) => write([piece(runId, 1, [id])])),
        other.streamedRuns.forget(projectId, id),
      ]);
      const written = await write(runIds.map((runId) => piece(runId, 2, ["more"])));
      expect(new Set(written.values())).toEqual(new Set(["forgotten"]));
    });

    it("removes runs with their events, some, all, and those of a project", async () => {
      const runIds = [await begin(), await begin(), await begin()];
      await write(runIds.map((runId) => piece(runId, 1, ["a"])));
      await stores.streamedRuns.remove([]);
      await stores.streamedRuns.remove(runIds.slice(0, 1));
      const left = async () =>
        (await Promise.all(runIds.map(async (runId) => (await eventsOf(runId)).length))).join("");
      expect(await left()).toBe("011");
      await stores.streamedRuns.removeAll();
      expect(await left()).toBe("000");
      const last = await begin();
      await write([piece(last, 1, ["a"])]);
      await stores.projects.remove(projectId);
      expect(await eventsOf(last)).toEqual([]);
    });
  });
};
