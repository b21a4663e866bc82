import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeBlobStore } from "../../../testing/contracts/blob-store.contract.ts";
import { newId } from "../../kernel/ids.ts";
import { openFilesystemBlobStore } from "./filesystem-blob-store.ts";

const makeFolders = async () => {
  const root = await mkdtemp(join(tmpdir(), "headwater-files-"));
  return { root, files: join(root, "files"), staging: join(root, "staging") };
};

describeBlobStore("file system", async () => {
  const folders = await makeFolders();
  const openAgain = () => openFilesystemBlobStore(folders);
  return {
    store: await openAgain(),
    openAgain,
    damage: (projectId, hash, bytes) =>
      writeFile(join(folders.files, projectId, hash.slice(0, 2), hash), bytes),
    close: () => rm(folders.root, { recursive: true }),
  };
});

describe("file bytes in folders", () => {
  let folders: Awaited<ReturnType<typeof makeFolders>>;
  const projectId = newId();
  beforeEach(async () => {
    folders = await makeFolders();
  });
  afterEach(() => rm(folders.root, { recursive: true }));

  async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }

  it("are stored under their project and hash, readable by their owner only", async () => {
    const store = await openFilesystemBlobStore(folders);
    const staged = await store.stage(streamOf("content"), 100);
    expect((await stat(join(folders.staging, staged.stagingId))).mode & 0o777).toBe(0o600);
    await store.commit(projectId, staged);
    const start = staged.contentHash.slice(0, 2);
    const path = join(folders.files, projectId, start, staged.contentHash);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const folder of [
      folders.files,
      folders.staging,
      join(folders.files, projectId),
      join(folders.files, projectId, start),
    ]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  it("leave no empty folders when they are removed", async () => {
    const store = await openFilesystemBlobStore(folders);
    const staged = [await store.stage(streamOf("one"), 100), await store.stage(streamOf("two"), 100)];
    for (const each of staged) await store.commit(projectId, each);
    await store.remove(projectId, staged[0]?.contentHash ?? "");
    expect(await readdir(join(folders.files, projectId))).toEqual([staged[1]?.contentHash.slice(0, 2)]);
    await store.remove(projectId, staged[1]?.contentHash ?? "");
    expect(await readdir(folders.files)).toEqual([]);
  });

  it("leave nothing in the staging folder when they are too many, break off, are committed or discarded", async () => {
    const store = await openFilesystemBlobStore(folders);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw new Error("gone");
    }
    await expect(store.stage(streamOf("too many"), 3)).rejects.toThrow();
    await expect(store.stage(broken(), 100)).rejects.toThrow("gone");
    await store.commit(projectId, await store.stage(streamOf("one"), 100));
    await store.discard(await store.stage(streamOf("two"), 100));
    expect(await readdir(folders.staging)).toEqual([]);
  });

  it("are deleted at the next start when a crash left them half-received", async () => {
    const store = await openFilesystemBlobStore(folders);
    await store.stage(streamOf("one"), 100);
    await writeFile(join(folders.staging, newId()), "half of tw");
    await openFilesystemBlobStore(folders);
    expect(await readdir(folders.staging)).toEqual([]);
  });

  it("are listed without other files in the folder", async () => {
    const store = await openFilesystemBlobStore(folders);
    const staged = await store.stage(streamOf("one"), 100);
    await store.commit(projectId, staged);
    await writeFile(join(folders.files, ".DS_Store"), "");
    await writeFile(join(folders.files, projectId, ".DS_Store"), "");
    await writeFile(join(folders.files, projectId, staged.contentHash.slice(0, 2), "notes.txt"), "");
    const listed = [];
    for await (const each of store.list()) listed.push(each);
    expect(listed).toEqual([{ projectId, contentHash: staged.contentHash }]);
  });

  it("report a disk error as such, because the bytes may be sound", async () => {
    const store = await openFilesystemBlobStore(folders);
    const hash = "ab".repeat(32);
    await mkdir(join(folders.files, projectId, "ab", hash), { recursive: true });
    const failure = await store.read(projectId, hash).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: "EISDIR" });
  });

  // /dev/full is Linux's disk that is always full.
  it.skipIf(!existsSync("/dev/full"))("say so when the disk is full, and leave nothing behind", async () => {
    const stagingId = newId();
    const store = await openFilesystemBlobStore(folders, () => stagingId);
    await symlink("/dev/full", join(folders.staging, stagingId));
    await expect(store.stage(streamOf("x".repeat(100_000)), 1_000_000)).rejects.toThrow(
      /no space left .*free some, or remove sources/,
    );
    expect(await readdir(folders.staging)).toEqual([]);
  });
});
