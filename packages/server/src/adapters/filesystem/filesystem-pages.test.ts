import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { createFilesystemPages } from "./filesystem-pages.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-pages-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const projectId = newId();
const content = (digit: string) => ({ projectId, contentHash: digit.repeat(64) });
const pdf = (bytes: number) => new Uint8Array(bytes).fill(7);

function open(maxBytes: number) {
  let seconds = 0;
  const clock = {
    now() {
      seconds += 10;
      return new Date(seconds * 1000);
    },
  };
  return createFilesystemPages(join(folder, "pages"), maxBytes, clock);
}

it("finds what was kept, of the same bytes in the same project only", async () => {
  const pages = open(1_000);
  expect(await pages.find(content("a"))).toBe(null);
  await pages.keep(content("a"), pdf(100));
  expect(await pages.find(content("a"))).toEqual(Buffer.from(pdf(100)));
  expect(await pages.find({ ...content("a"), projectId: newId() })).toBe(null);
  expect(await pages.list()).toEqual([content("a")]);
  await pages.remove(content("a"));
  await pages.remove(content("a"));
  expect(await readdir(join(folder, "pages"))).toEqual([]);
});

it("lets go what was not used for longest", async () => {
  const pages = open(1_000);
  for (const digit of ["a", "b", "c"]) await pages.keep(content(digit), pdf(300));
  await pages.find(content("a"));
  await pages.keep(content("d"), pdf(300));
  const kept = (await pages.list()).map(({ contentHash }) => contentHash[0]).sort();
  expect(kept).toEqual(["a", "c", "d"]);
  await pages.keep(content("e"), pdf(5_000));
  expect((await pages.list()).length).toBe(3);
});

it("leaves files alone that are none of its own", async () => {
  const pages = open(100);
  await pages.keep(content("a"), pdf(90));
  await writeFile(join(folder, "pages", "notes.pdf"), "mine");
  await pages.keep(content("b"), pdf(90));
  expect((await readdir(join(folder, "pages"))).length).toBe(2);
  expect(await pages.list()).toEqual([content("b")]);
  expect(() => pages.remove({ projectId: "..", contentHash: "x" })).toThrow("names no pages");
});
