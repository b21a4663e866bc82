import { expect, test } from "vitest";
import type { ElementStore } from "../elements/element-store.ts";
import { systemClock } from "../kernel/clock.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Holding } from "../ports/holding.ts";
import type { KeptDownloads } from "../ports/kept-downloads.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { BuildStore } from "./build-store.ts";
import { clearLeftovers } from "./clear-leftovers.ts";

test("half-written versions go, but not those that another worker is writing", async () => {
  const removed: string[] = [];
  const requeued: string[] = [];
  const versions = ["abandoned", "being-written"].map((name) => ({
    versionId: name,
    fileId: `file of ${name}`,
    projectId: "project",
  }));
  await clearLeftovers({
    builds: {
      requeue: async (worker: string) => void requeued.push(worker),
      // What this worker had claimed is given back first: its own leases hold nothing.
      isHeld: async (fileId: string) => requeued.length > 0 && fileId === "file of being-written",
    } as unknown as BuildStore,
    sources: {
      clearLeftovers: async () => {},
      contentsInUse: async () => [],
      contentsToRemove: async () => [],
    } as unknown as SourceStore,
    elements: {
      inactiveVersions: async () => versions,
      removeVersion: async (versionId: string) => void removed.push(versionId),
    } as unknown as ElementStore,
    blobs: { list: async function* () {} } as unknown as BlobStore,
    sidecars: { list: async function* () {}, removeUnfinished: async () => {} } as unknown as SidecarStore,
    holding: { list: async () => [], sweep: async () => [] } as unknown as Holding,
    downloads: { list: async () => [] } as unknown as KeptDownloads,
    clock: systemClock,
    lock: (_key, task) => task(),
    worker: "folder",
  });
  expect(requeued).toEqual(["folder"]);
  expect(removed).toEqual(["abandoned"]);
});

test("what a build has fetched stays while the build is to be done, and only then", async () => {
  const removed: string[] = [];
  const states: Record<string, string> = {
    waiting: "Pending",
    running: "Processing",
    done: "Completed",
    failed: "Processing failed",
  };
  const places = [...Object.keys(states), "unknown"].map((buildId) => ({
    projectId: "p",
    fileId: "f",
    buildId,
  }));
  await clearLeftovers({
    builds: {
      requeue: async () => {},
      find: async (_projectId: string, buildId: string) =>
        states[buildId] === undefined ? null : { status: states[buildId] },
    } as unknown as BuildStore,
    sources: {
      clearLeftovers: async () => {},
      contentsInUse: async () => [],
      contentsToRemove: async () => [],
    } as unknown as SourceStore,
    elements: { inactiveVersions: async () => [] } as unknown as ElementStore,
    blobs: { list: async function* () {} } as unknown as BlobStore,
    sidecars: { list: async function* () {}, removeUnfinished: async () => {} } as unknown as SidecarStore,
    holding: { list: async () => [], sweep: async () => [] } as unknown as Holding,
    downloads: {
      list: async () => places,
      removeBuild: async ({ buildId }: { buildId: string }) => void removed.push(buildId),
    } as unknown as KeptDownloads,
    clock: systemClock,
    lock: (_key, task) => task(),
    worker: "folder",
  });
  expect(removed).toEqual(["done", "failed", "unknown"]);
});
