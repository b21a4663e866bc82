import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Build } from "../../src/builds/build.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProject, addSource, exampleSource } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeBuildStore = (name: string, open: OpenStores): void => {
  describe(`BuildStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const find = async (buildId: string): Promise<Build> => {
      const build = await stores.builds.find(projectId, buildId);
      if (!build) throw new Error(`Build ${buildId} is not there`);
      return build;
    };
    const reprocess = async (fileId: string): Promise<string> => {
      const buildId = newId();
      await stores.builds.add({ buildId, projectId, fileId, method: "auto", lane: "quick", task: "again" });
      return buildId;
    };

    describe("recording", () => {
      it("records a source with its first build, Pending and never claimed", async () => {
        const { source, buildId } = await addSource(stores, projectId, { fileName: "Übersicht.pdf" });
        expect(await stores.sources.find(projectId, source.fileId)).toEqual(source);
        expect(await find(buildId)).toEqual({
          buildId,
          projectId,
          fileId: source.fileId,
          fileName: "Übersicht.pdf",
          method: "fast",
          lane: "quick",
          methodNamed: true,
          task: "first",
          duplicateOf: null,
          status: "Pending",
          message: null,
          error: null,
          progress: null,
          totalPartitions: null,
          totalPages: null,
          failedPages: [],
          leftOut: null,
          attempts: 0,
          createdAt: stores.clock.now(),
          updatedAt: stores.clock.now(),
        });
      });

      it("records neither when one of the two can't be recorded", async () => {
        const { buildId } = await addSource(stores, projectId);
        const source = exampleSource(projectId);
        const taken = {
          buildId,
          projectId,
          fileId: source.fileId,
          method: "fast" as const,
          lane: "quick" as const,
          task: "again" as const,
        };
        await expect(stores.builds.addWithSource(source, taken)).rejects.toThrow();
        expect(await stores.sources.find(projectId, source.fileId)).toBeNull();
      });

      it("adds no build to a source that was removed or is of another project", async () => {
        const other = await addProject(stores);
        const { fileId } = await addSource(stores, other.projectId);
        const build = {
          buildId: newId(),
          projectId,
          method: "fast" as const,
          lane: "quick" as const,
          task: "again" as const,
        };
        expect(await stores.builds.add({ ...build, fileId: newId() })).toBe(false);
        expect(await stores.builds.add({ ...build, fileId })).toBe(false);
        expect(await stores.builds.find(projectId, build.buildId)).toBeNull();
        expect(await stores.builds.find(other.projectId, build.buildId)).toBeNull();
      });

      it("knows no build of another project", async () => {
        const other = await addProject(stores);
        const { buildId } = await addSource(stores, projectId);
        expect(await stores.builds.find(other.projectId, buildId)).toBeNull();
      });

      it("finds the latest build of a source, also among builds of the same millisecond", async () => {
        const { fileId, buildId } = await addSource(stores, projectId);
        expect(await stores.builds.isLatest(fileId, buildId)).toBe(true);
        const second = await reprocess(fileId);
        const third = await reprocess(fileId);
        await addSource(stores, projectId);
        const latest = await Promise.all(
          [buildId, second, third].map((each) => stores.builds.isLatest(fileId, each)),
        );
        expect(latest).toEqual([false, false, true]);
      });
    });
  });
};
