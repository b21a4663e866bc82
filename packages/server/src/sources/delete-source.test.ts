import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { SidecarStore } from "../ports/sidecar-store.ts";
import { createDeleteSource } from "./delete-source.ts";
import type { SourceStore } from "./source-store.ts";

it.each(["index", "log", "bytes", "pictures"])(
  "a deletion is answered once it is out of the %s, too",
  async (last) => {
    const held = Promise.withResolvers<void>();
    const until = (what: string) => async () => {
      if (what === last) await held.promise;
    };
    const deleteSource = createDeleteSource({
      sources: {
        find: async () => ({ fileId: "file", projectId: "project", contentHash: "hash" }),
        usesContent: async () => false,
        remove: async () => true,
        contentRemoved: async () => {},
      } as unknown as SourceStore,
      blobs: { remove: until("bytes") } as unknown as BlobStore,
      sidecars: { remove: async () => {} } as unknown as SidecarStore,
      keepSidecar: async () => {},
      forget: until("index"),
      forgetContent: until("pictures"),
      stopBuilds: async () => {},
      erase: until("log"),
      lock: createInProcessLock(),
    });
    let answered = false;
    const deleting = deleteSource("project", "file").then(() => {
      answered = true;
    });
    await nextTurn();
    expect(answered).toBe(false);
    held.resolve();
    await deleting;
  },
);
