import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FirstVersion } from "../../src/builds/first-versions.ts";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import { newId } from "../../src/kernel/ids.ts";
import {
  addProcessedSource,
  addProject,
  addSource,
  beginVersion,
  collect,
  exampleChunks,
  exampleElements,
} from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeFirstVersions = (name: string, open: OpenStores): void => {
  describe(`FirstVersions: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const versionOf = (fileId: string, changes: Partial<FirstVersion> = {}): FirstVersion => {
      const versionId = newId();
      return {
        projectId,
        version: { versionId, fileId, method: "fast", reader: "r1" },
        pages: { totalPages: 3, failedPages: [2], message: "as it is" },
        chunkSet: { chunkSetId: newId(), versionId, config: defaultChunking },
        elements: exampleElements(12),
        chunks: exampleChunks(3),
        ...changes,
      };
    };

    it("keeps all that a version written part by part has, and is found at once", async () => {
      const { fileId } = await addSource(stores, projectId);
      const first = versionOf(fileId);
      const { versionId } = first.version;
      expect(await stores.firstVersions.add(first, { hasCompany: () => false })).toBe(true);
      expect(await stores.elements.active(fileId)).toEqual({
        versionId,
        fileId,
        method: "fast",
        ...first.pages,
      });
      expect((await collect(stores.elements.stream(versionId))).flat()).toEqual(first.elements);
      expect((await stores.elements.list(versionId, { type: "Title" })).total).toBe(2);
      const [, , , , , , , , , , last] = first.elements;
      const located = await stores.elements.located([{ versionId, elementId: last?.elementId ?? "" }]);
      expect(located[0]?.sectionNumber).toBe(2);
      const { chunkSetId } = first.chunkSet;
      expect((await collect(stores.chunks.listSet(chunkSetId, 10))).flat()).toEqual(first.chunks);
      expect(await stores.chunks.activeSets(projectId, defaultChunking)).toEqual([
        { chunkSetId, versionId, fileId, chunks: 3 },
      ]);
      expect(await stores.elements.activate(fileId, versionId)).toBeNull();
    });

    it("may be empty", async () => {
      const { fileId } = await addSource(stores, projectId);
      const first = versionOf(fileId, { elements: [], chunks: [] });
      expect(await stores.firstVersions.add(first, { hasCompany: () => false })).toBe(true);
      expect((await stores.elements.list(first.version.versionId, {})).total).toBe(0);
    });

    it("are none where the source has a version, active or being written", async () => {
      const { fileId, versionId } = await addProcessedSource(stores, projectId);
      expect(await stores.firstVersions.add(versionOf(fileId), { hasCompany: () => false })).toBe(false);
      expect((await stores.elements.active(fileId))?.versionId).toBe(versionId);
      const { fileId: other } = await addSource(stores, projectId);
      await beginVersion(stores, other);
      expect(await stores.firstVersions.add(versionOf(other), { hasCompany: () => false })).toBe(false);
      expect(await stores.elements.active(other)).toBeNull();
    });

    it("fail for a source that is gone or of another project, and those added at the same time are kept", async () => {
      const gone = await addSource(stores, projectId);
      await stores.sources.remove(projectId, gone.fileId);
      const [one, other, last] = [
        await addSource(stores, projectId),
        await addSource(stores, (await addProject(stores)).projectId),
        await addSource(stores, projectId),
      ];
      const added = [one.fileId, gone.fileId, other.fileId, last.fileId].map((fileId) => versionOf(fileId));
      const results = await Promise.allSettled(
        added.map((version) => stores.firstVersions.add(version, { hasCompany: () => true })),
      );
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      for (const [index, fileId] of [one.fileId, gone.fileId, other.fileId, last.fileId].entries()) {
        const active = await stores.elements.active(fileId);
        expect(active?.versionId ?? null).toBe(index % 3 === 0 ? added[index]?.version.versionId : null);
      }
    });
  });
};
