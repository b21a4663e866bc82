import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Build } from "../../src/builds/build.ts";
import type { Lease } from "../../src/builds/build-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, addSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const minute = 60_000;
const exampleOutcome = { totalPartitions: 1, totalPages: 1, failedPages: [], message: null };

export const describeBuildClaims = (name: string, open: OpenStores): void => {
  describe(`Claims of BuildStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const lease = (owner: string): Lease => ({
      owner,
      until: new Date(stores.clock.now().getTime() + minute),
    });
    const claim = (
      owner: string,
      from: Pick<StoresUnderTest, "builds"> = stores,
      lane: "quick" | "heavy" = "quick",
    ) => from.builds.claim(lease(owner), stores.clock.now(), lane);
    const find = async (buildId: string): Promise<Build> => {
      const build = await stores.builds.find(projectId, buildId);
      if (!build) throw new Error(`Build ${buildId} is not there`);
      return build;
    };

    describe("claiming", () => {
      it("returns the oldest build first, each once, then none", async () => {
        const first = await addSource(stores, projectId);
        const second = await addSource(stores, projectId);
        const claimed = [await claim("a"), await claim("b"), await claim("c")];
        expect(claimed.map((build) => build?.buildId)).toEqual([first.buildId, second.buildId, undefined]);
        expect(claimed[0]).toMatchObject({ status: "Processing", attempts: 1, fileName: "report.pdf" });
        expect(await find(first.buildId)).toEqual(claimed[0]);
      });

      it("never gives the same build to two claimers, over one connection or two", async () => {
        const recorded: string[] = [];
        for (let index = 0; index < 20; index += 1) {
          recorded.push((await addSource(stores, projectId)).buildId);
        }
        const again = await stores.connectAgain();
        const claims = await Promise.all(
          Array.from({ length: 30 }, (_, index) => claim(`worker ${index}`, index % 2 ? stores : again)),
        );
        const claimed = claims.flatMap((build) => build?.buildId ?? []);
        expect(claimed.sort()).toEqual(recorded.sort());
      });

      it("gives a build out again after its lease ended, and not before", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("dead");
        stores.clock.advance(minute - 1);
        expect(await claim("next")).toBeNull();
        stores.clock.advance(1);
        expect(await claim("next")).toMatchObject({
          buildId,
          status: "Processing",
          attempts: 2,
          progress: null,
        });
      });

      it("resumes an abandoned build before later builds", async () => {
        const old = await addSource(stores, projectId);
        await claim("dead");
        const young = await addSource(stores, projectId);
        stores.clock.advance(minute);
        expect((await claim("a"))?.buildId).toBe(old.buildId);
        expect((await claim("b"))?.buildId).toBe(young.buildId);
      });

      it("gives a build with an expired lease to only one of two claimers", async () => {
        await addSource(stores, projectId);
        await claim("dead");
        stores.clock.advance(minute);
        const again = await stores.connectAgain();
        const claims = await Promise.all([claim("a"), claim("b", again), claim("c"), claim("d", again)]);
        expect(claims.filter((build) => build !== null)).toHaveLength(1);
      });

      it("does not give out builds that ended", async () => {
        const done = await addSource(stores, projectId);
        await claim("a");
        await stores.builds.complete(done.buildId, "a", exampleOutcome);
        const failed = await addSource(stores, projectId);
        await claim("b");
        await stores.builds.fail(failed.buildId, "b", "The file is encrypted");
        stores.clock.advance(10 * minute);
        expect(await claim("c")).toBeNull();
      });

      it("tells which builds have ended", async () => {
        const added = [];
        for (let index = 0; index < 4; index += 1) added.push((await addSource(stores, projectId)).buildId);
        const [done = "", failed = ""] = [(await claim("a"))?.buildId, (await claim("b"))?.buildId];
        await claim("c");
        await stores.builds.complete(done, "a", exampleOutcome);
        await stores.builds.fail(failed, "b", "unreadable");
        expect((await stores.builds.endedOf([...added, newId()])).sort()).toEqual([done, failed].sort());
        expect(await stores.builds.endedOf([])).toEqual([]);
      });

      it("counts waiting and running builds", async () => {
        expect(await stores.builds.counts()).toEqual({ pending: 0, processing: 0 });
        for (let index = 0; index < 3; index += 1) await addSource(stores, projectId);
        await claim("a");
        expect(await stores.builds.counts()).toEqual({ pending: 2, processing: 1 });
      });
    });

    describe("taking turns", () => {
      /** The names of the projects' builds, in the order in which they are claimed and completed. */
      const order = async (names: Map<string, string>, count: number, lane: "quick" | "heavy" = "quick") => {
        const claimed: string[] = [];
        for (let index = 0; index < count; index += 1) {
          const build = await claim(`w/${index}`, stores, lane);
          if (!build) break;
          claimed.push(names.get(build.projectId) ?? "?");
          await stores.builds.complete(build.buildId, `w/${index}`, exampleOutcome);
        }
        return claimed.join("");
      };
      const projects = async () => {
        const [a, b, c] = [await addProject(stores), await addProject(stores), await addProject(stores)];
        const names = new Map([
          [a.projectId, "a"],
          [b.projectId, "b"],
          [c.projectId, "c"],
        ]);
        const add = async (project: { projectId: string }, count: number, lane?: "heavy") => {
          for (let index = 0; index < count; index += 1) await addSource(stores, project.projectId, {}, lane);
        };
        return { a, b, c, names, add };
      };

      it("serves one build of each project in turn, however many one of them sent", async () => {
        const { a, b, c, names, add } = await projects();
        await add(a, 6);
        await add(b, 2);
        await add(c, 1);
        expect(await order(names, 9)).toBe("abcabaaaa");
      });

      it("includes a late project in the current round, before the rest of a flood", async () => {
        const { a, b, names, add } = await projects();
        await add(a, 8);
        expect(await order(names, 4)).toBe("aaaa");
        await add(b, 3);
        expect(await order(names, 7)).toBe("abababa");
      });

      it("gives a project no credit for time without builds", async () => {
        const { a, b, names, add } = await projects();
        await add(b, 1);
        expect(await order(names, 1)).toBe("b");
        await add(a, 10);
        expect(await order(names, 5)).toBe("aaaaa");
        await add(b, 4);
        expect(await order(names, 8)).toBe("abababab");
      });

      it("also serves a flood while another project sends a build whenever its last one is done", async () => {
        const { a, b, names, add } = await projects();
        await add(a, 4);
        let served = "";
        for (let index = 0; index < 8; index += 1) {
          if (!served.endsWith("b")) await add(b, 1);
          served += await order(names, 1);
        }
        expect(served.replaceAll("b", "")).toBe("aaaa");
      });

      it("keeps the lanes apart, and moves a build that turns out to be heavy", async () => {
        const { a, b, names, add } = await projects();
        await add(a, 1, "heavy");
        expect(await claim("w/1")).toBeNull();
        await add(b, 1);
        const quick = await claim("w/1");
        expect(quick?.lane).toBe("quick");
        expect(await stores.builds.turnHeavy(quick?.buildId ?? "", "w/1")).toBe(true);
        expect(await stores.builds.renew(quick?.buildId ?? "", lease("w/1"), null)).toBe(true);
        await stores.builds.release(quick?.buildId ?? "", "w/1");
        expect(await order(names, 1)).toBe("");
        expect(await order(names, 2, "heavy")).toBe("ab");
      });
    });

    describe("working under a lease", () => {
      it("keeps the build from others as long as it is renewed, and shows its progress", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("a");
        for (const done of [10, 20, 30]) {
          stores.clock.advance(minute - 1);
          const progress = { done, total: 30, unit: "pages" as const };
          expect(await stores.builds.renew(buildId, lease("a"), progress)).toBe(true);
          expect(await claim("b")).toBeNull();
          expect((await find(buildId)).progress).toEqual(progress);
        }
        await stores.builds.renew(buildId, lease("a"), null);
        expect(await find(buildId)).toMatchObject({ progress: { done: 30 }, updatedAt: stores.clock.now() });
      });

      it("completes with the pipeline's report", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("a");
        stores.clock.advance(1_000);
        const outcome = {
          totalPartitions: 41,
          totalPages: 7,
          failedPages: [3, 5],
          leftOut: { limit: 7, tooDeep: 2 },
          message: "Processed as fast",
        };
        expect(await stores.builds.complete(buildId, "a", outcome)).toBe(true);
        expect(await find(buildId)).toMatchObject({
          ...outcome,
          status: "Completed",
          error: null,
          progress: null,
          updatedAt: stores.clock.now(),
        });
      });

      it("fails with an error", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("a");
        expect(await stores.builds.fail(buildId, "a", "The file is encrypted")).toBe(true);
        expect(await find(buildId)).toMatchObject({
          status: "Processing failed",
          error: "The file is encrypted",
          progress: null,
        });
      });

      it("fails also with an error that quotes a NUL character of the file", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("a");
        expect(await stores.builds.fail(buildId, "a", "Unexpected '\u0000' in row 1")).toBe(true);
        expect((await find(buildId)).error).toMatch(/^Unexpected '.' in row 1$/s);
      });

      it("releases a build without counting the attempt", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("a");
        expect(await stores.builds.release(buildId, "a")).toBe(true);
        expect(await find(buildId)).toMatchObject({ status: "Pending", attempts: 0 });
        expect(await claim("b")).toMatchObject({ buildId, attempts: 1 });
      });

      it("requeues the builds of a lost worker with the attempt counted, and no others", async () => {
        const running = await addSource(stores, projectId);
        await claim("gone/1");
        const ended = await addSource(stores, projectId);
        await claim("gone/2");
        await stores.builds.fail(ended.buildId, "gone/2", "unreadable");
        const elsewhere = await addSource(stores, projectId);
        await claim("gone-not/3");
        await stores.builds.requeue("gone");
        expect(await find(running.buildId)).toMatchObject({ status: "Pending", attempts: 1 });
        expect(await find(ended.buildId)).toMatchObject({ status: "Processing failed" });
        expect(await find(elsewhere.buildId)).toMatchObject({ status: "Processing" });
        expect(await stores.builds.renew(running.buildId, lease("gone/1"), null)).toBe(false);
        expect(await claim("next")).toMatchObject({ buildId: running.buildId, attempts: 2 });
      });

      it("gives a build with a failed attempt to no worker until its pause is over", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("folder/1");
        const from = new Date(stores.clock.now().getTime() + 5_000);
        expect(await stores.builds.retry(buildId, "folder/1", from)).toBe(true);
        expect(await stores.builds.complete(buildId, "folder/1", exampleOutcome)).toBe(false);
        // A restart meanwhile does not shorten it.
        await stores.builds.requeue("folder");
        stores.clock.advance(4_999);
        expect(await claim("folder/2")).toBeNull();
        expect(await find(buildId)).toMatchObject({ status: "Processing", attempts: 1, error: null });
        stores.clock.advance(1);
        expect(await claim("folder/2")).toMatchObject({ buildId, attempts: 2 });
        expect(await stores.builds.retry(buildId, "folder/2", stores.clock.now(), { isCounted: false })).toBe(
          true,
        );
        expect(await claim("folder/3")).toMatchObject({ buildId, attempts: 2 });
      });

      it("tells whether a source has a running build", async () => {
        const { fileId, buildId } = await addSource(stores, projectId);
        const held = () => stores.builds.isHeld(fileId, stores.clock.now());
        expect(await held()).toBe(false);
        await claim("a");
        expect(await held()).toBe(true);
        stores.clock.advance(minute);
        expect(await held()).toBe(false);
        await claim("b");
        await stores.builds.retry(buildId, "b", new Date(stores.clock.now().getTime() + minute));
        expect(await held()).toBe(false);
      });

      it.each(["an owner whose lease another took over", "somebody who never held it", "one who ended it"])(
        "refuses %s",
        async (who) => {
          const { buildId } = await addSource(stores, projectId);
          await claim("late");
          if (who.startsWith("an owner")) {
            stores.clock.advance(minute);
            await claim("next");
          }
          if (who.startsWith("one who")) await stores.builds.fail(buildId, "late", "no");
          const owner = who.startsWith("somebody") ? "stranger" : "late";
          const before = await find(buildId);
          expect(await stores.builds.renew(buildId, lease(owner), { done: 1, total: 2, unit: "rows" })).toBe(
            false,
          );
          expect(await stores.builds.complete(buildId, owner, exampleOutcome)).toBe(false);
          expect(await stores.builds.fail(buildId, owner, "x")).toBe(false);
          expect(await stores.builds.release(buildId, owner)).toBe(false);
          expect(await stores.builds.retry(buildId, owner, new Date())).toBe(false);
          expect(await stores.builds.turnHeavy(buildId, owner)).toBe(false);
          expect(await find(buildId)).toEqual(before);
        },
      );

      it("lets an owner finish late when no other worker took the build", async () => {
        const { buildId } = await addSource(stores, projectId);
        await claim("slow");
        stores.clock.advance(5 * minute);
        expect(await stores.builds.fail(buildId, "slow", "late")).toBe(true);
        expect(await claim("next")).toBeNull();
      });

      it("ends with its source: nothing to find, to claim or to complete", async () => {
        const { fileId, buildId } = await addSource(stores, projectId);
        await claim("a");
        await stores.sources.remove(projectId, fileId);
        expect(await stores.builds.find(projectId, buildId)).toBeNull();
        expect(await stores.builds.fail(buildId, "a", "x")).toBe(false);
        expect(await stores.builds.isLatest(fileId, buildId)).toBe(false);
        stores.clock.advance(minute);
        expect(await claim("b")).toBeNull();
        expect(await stores.builds.counts()).toEqual({ pending: 0, processing: 0 });
      });
    });

    it("counts a build as the latest again when the later ones failed", async () => {
      const { fileId, buildId } = await addSource(stores, projectId);
      await claim("slow");
      const newer = newId();
      await stores.builds.add({
        buildId: newer,
        projectId,
        fileId,
        method: "auto",
        lane: "quick",
        task: "again",
      });
      await claim("quick");
      expect(await stores.builds.isLatest(fileId, buildId)).toBe(false);
      await stores.builds.fail(newer, "quick", "unreadable");
      expect(await stores.builds.isLatest(fileId, buildId)).toBe(true);
    });

    it("keeps what a build is to read, and whether its method was named, until it is claimed", async () => {
      const { fileId } = await addSource(stores, projectId);
      await claim("first");
      const build = { projectId, fileId, method: "auto" as const, lane: "quick" as const };
      for (const task of ["again", "failed pages"] as const) {
        await stores.builds.add({ ...build, buildId: newId(), task, methodNamed: false });
        expect(await claim(task)).toMatchObject({ task, methodNamed: false, method: "auto" });
      }
    });

    it("records the method that ran, and the source that was copied as long as it is there", async () => {
      const original = await addSource(stores, projectId);
      const { buildId } = await addSource(stores, projectId);
      await claim("a");
      await claim("b");
      const copied = { ...exampleOutcome, duplicateOf: original.fileId, method: "balanced" as const };
      await stores.builds.complete(buildId, "b", copied);
      expect(await find(buildId)).toMatchObject({ method: "balanced", duplicateOf: original.fileId });
      await stores.sources.remove(projectId, original.fileId);
      expect(await find(buildId)).toMatchObject({ status: "Completed", duplicateOf: null });
    });
  });
};
