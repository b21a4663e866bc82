import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeOldIndex } from "./old-index.ts";

describe("the index folder of an older version", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "headwater-old-index-"));
  });
  afterEach(() => rm(root, { recursive: true }));

  const write = async (...path: string[]) => {
    const file = join(root, ...path);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, "what was there");
  };

  it("is removed with all that those versions made in it, and nothing beside it", async () => {
    await write("index", "format-3", "project.lance", "data", "1.lance");
    await write("index", "set-aside-2026-01-01T00-00-00.000Z", "old.lance");
    await write("headwater.sqlite");
    await write("files", "index");
    expect(await removeOldIndex(root)).toBeNull();
    expect((await readdir(root)).sort()).toEqual(["files", "headwater.sqlite"]);
    expect(await readdir(join(root, "files"))).toEqual(["index"]);
    expect(await removeOldIndex(root)).toBeNull();
  });

  it("is moved away before it is deleted: a start after an interruption deletes what was moved", async () => {
    await write("index-to-remove", "format-3", "half.lance");
    expect(await removeOldIndex(root)).toBeNull();
    expect(await readdir(root)).toEqual([]);
    // Interrupted before, and used by an older version since.
    await write("index-to-remove", "format-3", "half.lance");
    await write("index", "format-3", "whole.lance");
    expect(await removeOldIndex(root)).toBeNull();
    expect(await readdir(root)).toEqual([]);
  });

  it.each([["notes.txt"], ["format-3x", "a.lance"], [".git", "HEAD"]])(
    "is left whole when %s is in it, which those versions did not make, and the reason names it",
    async (...path) => {
      await write("index", "format-3", "a.lance");
      await write("index", ...path);
      expect(await removeOldIndex(root)).toContain(`${path[0]} in it was not made by this service`);
      expect((await readdir(join(root, "index"))).sort()).toEqual(["format-3", path[0]].sort());
      expect(await readFile(join(root, "index", ...path), "utf8")).toBe("what was there");
    },
  );

  it("is left when it is a file", async () => {
    await write("index");
    expect(await removeOldIndex(root)).toContain("is a file that this service did not make");
    expect(await readFile(join(root, "index"), "utf8")).toBe("what was there");
  });
});
