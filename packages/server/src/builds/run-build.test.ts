import { expect, test } from "vitest";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build } from "./build.ts";
import type { BuildStore } from "./build-store.ts";
import { createRunBuild } from "./run-build.ts";

const build = { buildId: "build", projectId: "project", fileId: "file", method: "fast" } as Build;
const options = { signal: new AbortController().signal, onProgress: () => {} };

/** A source whose version `old` answers; `removed` is what the stores were told to remove. */
function pipeline({ failing }: { failing: "add" | "remove" }) {
  const removed: string[] = [];
  let active = "old";
  const run = createRunBuild({
    sources: {
      find: async () => ({ contentHash: "hash", fileName: "a.txt", fileType: "txt" }),
    } as unknown as SourceStore,
    blobs: { read: async () => Buffer.from("text") } as unknown as BlobStore,
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
    builds: { isLatest: async () => true } as unknown as BuildStore,
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
