import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import type { ProjectId } from "../../src/kernel/ids.ts";
import { createEnforceLimits } from "../../src/usage/enforce-limits.ts";
import { createUsageMeter, settleMs } from "../../src/usage/usage-meter.ts";
import type { Count } from "../../src/usage/usage-store.ts";
import { createManualTimer } from "../manual-timer.ts";
import { addProject, addSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const minute = 60_000;

export const describeUsageStore = (name: string, open: OpenStores): void => {
  describe(`UsageStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: ProjectId;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const questions = (amount: number, changes: Partial<Count> = {}): Count => ({
      ...{ projectId, day: "2026-01-01", what: "questions", purpose: "", model: "", amount },
      ...changes,
    });
    const counted = async (day = "2026-01-01") =>
      (await stores.usage.since(projectId, day)).map(({ day, what, model, amount }) => [
        day,
        what,
        model,
        amount,
      ]);

    it("keeps limits by name; null removes one, and what is absent stays", async () => {
      expect(await stores.usage.limits(projectId)).toEqual({});
      await stores.usage.setLimits(projectId, { bytes: 5_000_000_000_000, sources: 3 });
      await stores.usage.setLimits(projectId, { sources: null, questions_per_day: 0 });
      expect(await stores.usage.limits(projectId)).toEqual({
        bytes: 5_000_000_000_000,
        questions_per_day: 0,
      });
    });

    it("adds counts up by day, thing and model, also from two processes at once", async () => {
      const other = await stores.connectAgain();
      const tokens = { what: "tokens_in", purpose: "language" } as const;
      const batch = [
        questions(1),
        questions(5, { ...tokens, model: "a" }),
        questions(7, { ...tokens, model: "b" }),
      ];
      await Promise.all(
        [stores, other, stores, other].map(({ usage }, place) =>
          usage.add(place % 2 ? batch : batch.toReversed()),
        ),
      );
      await stores.usage.add([questions(2, { day: "2026-01-02" }), questions(9, { projectId: "another" })]);
      expect(await counted()).toEqual([
        ["2026-01-02", "questions", "", 2],
        ["2026-01-01", "questions", "", 4],
        ["2026-01-01", "tokens_in", "a", 20],
        ["2026-01-01", "tokens_in", "b", 28],
      ]);
      await stores.usage.expire("2026-01-02");
      expect(await counted()).toEqual([["2026-01-02", "questions", "", 2]]);
    });

    it("knows what a project keeps and what runs", async () => {
      await addSource(stores, projectId, { fileSize: 100 });
      await addSource(stores, projectId, { fileSize: 23 });
      await addSource(stores, (await addProject(stores)).projectId);
      expect(await stores.usage.kept(projectId)).toEqual({ bytes: 123, sources: 2, runningBuilds: 0 });
      await stores.builds.claim({ owner: "a", until: later() }, stores.clock.now(), "quick");
      expect(await stores.usage.kept(projectId)).toMatchObject({ runningBuilds: 1 });
    });

    const later = () => new Date(stores.clock.now().getTime() + minute);

    it("adds no source beyond a limit, of several at the same time neither", async () => {
      await stores.usage.setLimits(projectId, { sources: 3, bytes: 250 });
      const other = await stores.connectAgain();
      const added = await Promise.allSettled(
        Array.from({ length: 6 }, (_, place) =>
          addSource(place % 2 ? stores : other, projectId, { fileSize: 100 }),
        ),
      );
      const refused = added.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).toHaveLength(4);
      for (const error of refused)
        expect(error).toMatchObject({
          status: 507,
          message:
            "This does not fit into the limit bytes of this project: 200 of 250 are used. Delete sources first; the operator can raise the limit.",
        });
      await addSource(stores, projectId, { fileSize: 50 });
      await expect(addSource(stores, projectId, { fileSize: 0 })).rejects.toMatchObject({ limit: "sources" });
    });

    it("begins no more builds of a project at a time than it may have, from two processes at once", async () => {
      await stores.usage.setLimits(projectId, { concurrent_builds: 2 });
      const free = (await addProject(stores)).projectId;
      for (let index = 0; index < 4; index += 1) await addSource(stores, projectId);
      await addSource(stores, free);
      const other = await stores.connectAgain();
      const claim = ({ builds }: Pick<Stores, "builds">, owner: string) =>
        builds.claim({ owner, until: later() }, stores.clock.now(), "quick");
      const claimed = await Promise.all(
        Array.from({ length: 8 }, (_, place) => claim(place % 2 ? stores : other, `w${place}`)),
      );
      const owners = claimed.flatMap((build, place) => (build?.projectId === projectId ? [`w${place}`] : []));
      expect(owners).toHaveLength(2);
      expect(claimed.filter((build) => build?.projectId === free)).toHaveLength(1);
      const [first] = claimed.filter((build) => build?.projectId === projectId);
      await stores.builds.fail(first?.buildId ?? "", owners[0] ?? "", "broken");
      expect(await claim(other, "next")).toMatchObject({ projectId });
      expect(await claim(stores, "last")).toBeNull();
    });

    it("lets through what the limit of a day allows, over two processes with the delay of their counts", async () => {
      await stores.usage.setLimits(projectId, { questions_per_day: 5 });
      const { timer } = createManualTimer(stores.clock);
      const processOf = (its: Stores) => {
        const meter = createUsageMeter({ ...its, timer, clock: stores.clock, onFault: rethrow });
        return { meter, ...createEnforceLimits({ ...its, meter, clock: stores.clock }) };
      };
      const [here, there] = [processOf(stores), processOf(await stores.connectAgain())];
      const enter = ({ enter }: typeof here) =>
        enter("askSources", projectId).then(
          (takeBack) => ({ takeBack, error: null }),
          (error: unknown) => ({ takeBack: () => {}, error }),
        );
      expect((await enter(there)).error).toBeNull();
      const all = await Promise.all(Array.from({ length: 7 }, () => enter(here)));
      // It does not know of the other one's yet.
      expect(all.filter(({ error }) => error === null)).toHaveLength(5);
      expect(all.at(-1)?.error).toMatchObject({
        status: 429,
        message:
          "This project has reached its limit questions_per_day: 5 of 5. It begins again after the time in Retry-After; the operator can raise it.",
        headers: { "retry-after": "86400", "retry-after-ms": "86400000" },
      });
      all[0]?.takeBack();
      await Promise.all([here.meter.flush(), there.meter.flush()]);
      stores.clock.advance(settleMs);
      expect((await enter(there)).error).toMatchObject({ status: 429 });
      expect((await enter(here)).error).toMatchObject({ status: 429 });
      stores.clock.advance(86_400_000);
      expect((await enter(here)).error).toBeNull();
    });
  });
};

const rethrow = (error: unknown): never => {
  throw error;
};
