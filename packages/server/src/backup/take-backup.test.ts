import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { BackupTarget, DatabaseSnapshot, FileStamp } from "./backup-ports.ts";
import { parseManifest } from "./manifest.ts";
import { type BlobReference, blobPath, databasePath, sidecarPath } from "./stored-paths.ts";
import { planBackup, takeBackup } from "./take-backup.ts";

const project = "01890000-0000-7000-8000-000000000000";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const blobOf = (text: string): BlobReference => ({
  projectId: project,
  contentHash: hashOf(text),
  size: text.length,
});

/** A store in memory whose service may go on between any two steps of a backup. */
function createStore(texts: string[]) {
  const rows = new Set(texts);
  const disk = new Map(texts.map((text) => [blobPath(blobOf(text)), text]));
  return {
    disk,
    add(text: string) {
      disk.set(blobPath(blobOf(text)), text);
      rows.add(text);
    },
    /** As the service does it: the row first. */
    remove(text: string) {
      rows.delete(text);
      disk.delete(blobPath(blobOf(text)));
      disk.delete(sidecarPath(blobOf(text)));
    },
    openSnapshot(): DatabaseSnapshot {
      const seen = [...rows];
      return {
        storeId: "store",
        counts: { projects: 1, sources: seen.length, conversations: 0 },
        blobs: seen.map(blobOf),
        size: 1_000,
        copyTo: async () => {},
        close: () => {},
      };
    },
  };
}

function createTarget(disk: Map<string, string>, beforeCopy: (path: string) => void = () => {}) {
  const copied = new Map<string, string>();
  const stampOf = (text: string): FileStamp => ({ size: text.length, sha256: hashOf(text) });
  let manifest: string | null = null;
  const target: BackupTarget = {
    freeBytes: async () => 1e12,
    begin: async () => {},
    async copy(path) {
      beforeCopy(path);
      const text = disk.get(path);
      if (text === undefined) return null;
      copied.set(path, text);
      return stampOf(text);
    },
    async receive(path, write) {
      await write(path);
      copied.set(path, "database");
      return stampOf("database");
    },
    remove: async (path) => void copied.delete(path),
    finish: async (text) => {
      manifest = text;
    },
  };
  return { target, copied, manifest: () => parseManifest(manifest ?? "") };
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

const take = (store: ReturnType<typeof createStore>, { target }: ReturnType<typeof createTarget>) =>
  takeBackup({
    openSnapshot: store.openSnapshot,
    target,
    clock: { now: () => new Date("2026-01-02T03:04:05Z") },
    version: "1.2.3",
    onProgress: () => {},
  });

describe("a backup", () => {
  it("has the database, every file it names with its sidecar, and a manifest of all of them", async () => {
    const store = createStore(texts(3));
    store.disk.set("version", "1\n");
    store.disk.set(sidecarPath(blobOf("text 1")), "{}");
    const backup = createTarget(store.disk);
    const result = await take(store, backup);
    expect(result).toMatchObject({ blobs: 3, problems: [] });
    const manifest = backup.manifest();
    expect(manifest).toMatchObject({
      headwater: "1.2.3",
      store: "store",
      created: "2026-01-02T03:04:05.000Z",
      counts: { projects: 1, sources: 3, blobs: 3 },
    });
    expect(manifest.files[0]?.path).toBe(databasePath);
    expect(manifest.files.map(({ path }) => path).sort()).toEqual([...backup.copied.keys()].sort());
    expect(backup.copied.get(sidecarPath(blobOf("text 1")))).toBe("{}");
  });

  it("is finished by its manifest, after everything else", async () => {
    const store = createStore(texts(3));
    const backup = createTarget(store.disk);
    const finishing = Promise.withResolvers<number>();
    const written = Promise.withResolvers<void>();
    const finish = async () => {
      finishing.resolve(backup.copied.size);
      await written.promise;
    };
    let taken = false;
    const taking = take(store, { ...backup, target: { ...backup.target, finish } }).then(() => {
      taken = true;
    });
    expect(await finishing.promise).toBe(4);
    await nextTurn();
    expect(taken).toBe(false);
    written.resolve();
    await taking;
  });

  it.each([200, 20])(
    "of %i files names exactly what its database names, though the service deletes and adds at every copy",
    async (count) => {
      const store = createStore(texts(count));
      let step = 0;
      const backup = createTarget(store.disk, () => {
        step += 1;
        // Deletes ahead of the copy, behind it, and what has just come; ends, as a burst does.
        if (step > 400) return;
        store.remove(`text ${(step * 7) % count}`);
        store.add(`new ${step}`);
        if (step % 3 === 0) store.remove(`new ${step - 1}`);
      });
      const { problems } = await take(store, backup);
      expect(problems).toEqual([]);
      const manifest = backup.manifest();
      const files = manifest.files.map(({ path }) => path).filter((path) => /[0-9a-f]{64}$/.test(path));
      expect(files.length).toBe(manifest.counts.sources);
      for (const path of files) expect(backup.copied.get(path), path).toBeDefined();
      expect([...backup.copied.keys()].filter((path) => path !== databasePath).sort()).toEqual(files.sort());
    },
  );

  it("names a lost file and a damaged file, and is still finished", async () => {
    const store = createStore(texts(100));
    store.disk.delete(blobPath(blobOf("text 5")));
    store.disk.set(blobPath(blobOf("text 6")), "other bytes");
    const backup = createTarget(store.disk);
    const { problems } = await take(store, backup);
    expect(problems).toEqual([
      { path: blobPath(blobOf("text 5")), problem: "missing" },
      { path: blobPath(blobOf("text 6")), problem: "damaged" },
    ]);
    expect(backup.manifest().problems).toEqual(problems);
  });

  it("is given up when files are deleted faster than they can be copied", async () => {
    const store = createStore(texts(1));
    let step = 0;
    const backup = createTarget(store.disk, () => {
      store.remove(step === 0 ? "text 0" : `new ${step}`);
      step += 1;
      store.add(`new ${step}`);
    });
    await expect(take(store, backup)).rejects.toThrow(/deleted faster than they can be copied/);
  });

  it("is refused without enough space, with a message that says how much it needs", async () => {
    const store = createStore(["x".repeat(100_000_000)]);
    const plan = planBackup({
      openSnapshot: store.openSnapshot,
      target: { freeBytes: async () => 110_000_000 },
    });
    await expect(plan).rejects.toThrow(
      /^The backup needs 121 MB and its disk has 110 MB free\. Make room, or name a folder on another disk\.$/,
    );
  });
});
