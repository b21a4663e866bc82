import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobPath } from "../../adapters/filesystem/blob-paths.ts";
import { openFilesystemBlobStore } from "../../adapters/filesystem/filesystem-blob-store.ts";
import { newId } from "../../kernel/ids.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { checkFile, copyFile, someAtATime } from "./move-files.ts";

const bytes = Buffer.from("the bytes of a document");
const content = { projectId: newId(), contentHash: createHash("sha256").update(bytes).digest("hex") };

describe("the files of a move", () => {
  let root: string;
  let from: BlobStore;
  let to: BlobStore;
  const pathIn = (store: string) =>
    blobPath(join(root, store, "files"), content.projectId, content.contentHash);
  const open = (store: string) =>
    openFilesystemBlobStore({ files: join(root, store, "files"), staging: join(root, store, "staging") });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "headwater-move-files-"));
    [from, to] = await Promise.all([open("from"), open("to")]);
    await from.commit(content.projectId, await from.stage([bytes] as never, 1_000));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const there = async () => Buffer.from(await to.read(content.projectId, content.contentHash));

  it("are copied, and proven by their hash", async () => {
    expect(await copyFile(from, to, content)).toBeNull();
    expect(await checkFile(from, to, content)).toBeNull();
    expect(await there()).toEqual(bytes);
  });

  it("are copied once more where those at the other place are damaged", async () => {
    await copyFile(from, to, content);
    await writeFile(pathIn("to"), "cut short");
    expect(await copyFile(from, to, content)).toBeNull();
    expect(await checkFile(from, to, content)).toBeNull();
    expect(await there()).toEqual(bytes);
  });

  it("are named where they are missing or damaged in the first place", async () => {
    await writeFile(pathIn("from"), "changed on the disk");
    expect(await checkFile(from, to, content)).toEqual({ ...content, problem: "damaged" });
    await rm(pathIn("from"));
    expect(await copyFile(from, to, content)).toEqual({ ...content, problem: "missing" });
  });
});

describe("the files of a move, some at a time", () => {
  async function* numbers(count: number) {
    for (let each = 0; each < count; each += 1) yield each;
  }

  it("are all worked on, up to eight at once", async () => {
    const done: number[] = [];
    let [atOnce, most] = [0, 0];
    await someAtATime(numbers(30), async (number) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      done.push(number);
    });
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, each) => each));
    expect(most).toBe(8);
  });

  it("are left alone after one that failed", async () => {
    let begun = 0;
    const work = someAtATime(numbers(100), async (number) => {
      begun += 1;
      await new Promise(setImmediate);
      if (number === 3) throw new Error("the place is gone");
    });
    await expect(work).rejects.toThrow("the place is gone");
    await new Promise(setImmediate);
    expect(begun).toBeLessThan(20);
  });
});
