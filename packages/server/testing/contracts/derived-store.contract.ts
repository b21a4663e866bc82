import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxDerivedCharacters, maxDerivedConfigs } from "../../src/flows/derived/derived-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { addProcessedSource, addProject, beginVersion } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeDerivedStore = (name: string, open: OpenStores): void => {
  describe(`DerivedStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const json = (text: string) => JSON.stringify({ text: `${text} \u0000\ud83d` });
    const save = (versionId: string, text: string, { kind = "graph", code = 1, config = "c1" } = {}) =>
      stores.derived.save(projectId, versionId, kind, code, config, json(text));
    const find = async (versionIds: string[], { kind = "graph", code = 1, config = "c1" } = {}) =>
      Object.fromEntries(await stores.derived.find(versionIds, kind, code, config));

    it("finds what was last saved of each version, by kind and configuration", async () => {
      const [one, two, bare] = [
        await addProcessedSource(stores, projectId),
        await addProcessedSource(stores, projectId),
        await addProcessedSource(stores, projectId),
      ].map(({ versionId }) => versionId) as [string, string, string];
      await save(one, "before");
      expect(await save(one, "one")).toBe(true);
      await save(two, "two");
      await save(two, "of another configuration", { config: "c2" });
      await save(two, "of another kind", { kind: "raptor" });
      expect(await find([two, bare, one, one])).toEqual({ [one]: json("one"), [two]: json("two") });
      expect(await find([one, two], { config: "c2" })).toEqual({ [two]: json("of another configuration") });
      expect(await find([one, two], { kind: "raptor" })).toEqual({ [two]: json("of another kind") });
    });

    it("drops what another version of the code made of the same", async () => {
      const { versionId } = await addProcessedSource(stores, projectId);
      const other = await addProcessedSource(stores, projectId);
      await save(versionId, "old");
      await save(versionId, "of another kind", { kind: "raptor" });
      await save(other.versionId, "of another version");
      await save(versionId, "new", { code: 2, config: "c2" });
      expect(await find([versionId, other.versionId])).toEqual({
        [other.versionId]: json("of another version"),
      });
      expect(await find([versionId], { code: 2, config: "c2" })).toEqual({ [versionId]: json("new") });
      expect(await find([versionId], { kind: "raptor" })).not.toEqual({});
    });

    it("keeps a bounded number of configurations, the latest ones", async () => {
      const { versionId } = await addProcessedSource(stores, projectId);
      for (let count = 0; count <= maxDerivedConfigs; count += 1) {
        stores.clock.advance(1_000);
        await save(versionId, "x", { config: `c${maxDerivedConfigs - count}` });
      }
      expect(await find([versionId], { config: `c${maxDerivedConfigs}` })).toEqual({});
      for (let count = 0; count < maxDerivedConfigs; count += 1)
        expect(await find([versionId], { config: `c${count}` })).toEqual({ [versionId]: json("x") });
    });

    it("refuses what is too large", async () => {
      const { versionId } = await addProcessedSource(stores, projectId);
      const large = "x".repeat(maxDerivedCharacters + 1);
      await expect(stores.derived.save(projectId, versionId, "graph", 1, "c", large)).rejects.toThrow(
        /too large/,
      );
    });

    it("keeps nothing of a version that is not active or another project's", async () => {
      const other = await addProject(stores);
      const { fileId, versionId } = await addProcessedSource(stores, projectId);
      const open = await beginVersion(stores, fileId);
      expect(await save(open, "x")).toBe(false);
      expect(await save(newId(), "x")).toBe(false);
      expect(await stores.derived.save(other.projectId, versionId, "graph", 1, "c1", json("x"))).toBe(false);
      expect(await find([open, versionId])).toEqual({});
    });

    it("goes with its version, be it replaced or its source removed, small or large", async () => {
      const { fileId, versionId } = await addProcessedSource(stores, projectId);
      const large = await addProcessedSource(stores, projectId, { elements: 300, chunks: 300 });
      for (const version of [versionId, large.versionId]) await save(version, "x");
      await stores.sources.remove(projectId, large.fileId);
      const next = await beginVersion(stores, fileId);
      await stores.elements.activate(fileId, next);
      expect(await find([versionId])).toEqual({});
      await stores.elements.removeVersion(versionId);
      await save(next, "y");
      await stores.sources.remove(projectId, fileId);
      expect(await find([versionId, next, large.versionId])).toEqual({});
    });
  });
};
