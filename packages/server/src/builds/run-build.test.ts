import { expect, test } from "vitest";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { ElementStore } from "../elements/element-store.ts";
import { BlobDamagedError, BlobMissingError, type BlobStore } from "../ports/blob-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build } from "./build.ts";
import type { BuildStore } from "./build-store.ts";
import { BuildError, buildErrors } from "./errors.ts";
import { createRunBuild } from "./run-build.ts";

const build = { buildId: "build", projectId: "project", fileId: "file", method: "fast" } as Build;
const options = { signal: new AbortController().signal, onProgress: () => {} };

/** A source whose version `old` answers; `removed` is what the stores were told to remove. */
function pipeline({
  failing,
  newerBuild = false,
  readBytes = async () => Buffer.from("text"),
}: {
  failing?: "add" | "remove";
  newerBuild?: boolean;
  readBytes?: () => Promise<Uint8Array>;
}) {
  const removed: string[] = [];
  let active = "old";
  const run = createRunBuild({
    sources: {
      find: async () => ({ contentHash: "hash", fileName: "a.txt", fileType: "txt" }),
    } as unknown as SourceStore,
    blobs: { read: readBytes } as unknown as BlobStore,
    elements: {
      beginVersion: async () => {},
      addElements: async () => {},
      activate: async (_fileId: string, versionId: string) => {
        const replaced = active;
        active = versionId;
        return replaced;
      },
      removeVersion: async (versionId: string) => void removed.push(versionId),
    } as unknown as ElementStore,
    chunks: { begin: async () => {}, add: async () => {} } as unknown as ChunkStore,
    builds: { isLatest: async () => !newerBuild } as unknown as BuildStore,
    index: {
      add: async () => {
        if (failing === "add") throw new Error("the index can't be written");
      },
      remove: async () => {
        if (failing === "remove") throw new Error("the index can't be written");
      },
    },
    read: async () => ({ elements: [], chunks: [], totalPages: 1, failedPages: [], message: null }),
  });
  return { run, removed, active: () => active };
}

test("a version that can't be indexed is removed, and the one before keeps answering", async () => {
  const { run, removed, active } = pipeline({ failing: "add" });
  await expect(run(build, options)).rejects.toThrow("can't be written");
  expect(active()).toBe("old");
  expect(removed).toHaveLength(1);
  expect(removed).not.toContain("old");
});

test("the version that answers stays when the one it replaced can't be cleared away", async () => {
  const { run, removed, active } = pipeline({ failing: "remove" });
  await expect(run(build, options)).rejects.toThrow("can't be written");
  expect(active()).not.toBe("old");
  expect(removed).not.toContain(active());
});

test("an older build that ends after a newer one was asked for does not take its place", async () => {
  const { run, removed, active } = pipeline({ newerBuild: true });
  await run(build, options);
  expect(active()).toBe("old");
  expect(removed).toHaveLength(1);
});

test("a build that lost its lease while it wrote does not become the one that answers", async () => {
  const { run, active } = pipeline({});
  const lost = AbortSignal.abort(new Error("lost"));
  await expect(run(build, { ...options, signal: lost })).rejects.toThrow("lost");
  expect(active()).toBe("old");
});

test("only bytes that are surely gone or damaged are a verdict; a fault of the disk may pass", async () => {
  const outcome = (reading: Error) =>
    pipeline({ readBytes: () => Promise.reject(reading) }).run(build, options);
  await expect(outcome(new BlobMissingError("gone"))).rejects.toThrow(buildErrors.bytesMissing());
  await expect(outcome(new BlobDamagedError("other bytes"))).rejects.toThrow(buildErrors.bytesDamaged());
  const full = Object.assign(new Error("too many open files"), { code: "EMFILE" });
  await expect(outcome(full)).rejects.toBe(full);
  await expect(outcome(full)).rejects.not.toBeInstanceOf(BuildError);
});
