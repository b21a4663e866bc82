import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import type { DownloadPlace, KeptDownloads } from "../../ports/kept-downloads.ts";
import { createFilesystemDownloads } from "./filesystem-downloads.ts";

let root: string;
let downloads: KeptDownloads;
/** Sources that the database has no more. */
const deleted = new Set<string>();
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "headwater-downloads-"));
  downloads = createFilesystemDownloads(root, {
    isSource: async (_projectId, fileId) => !deleted.has(fileId),
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const newPlace = (): DownloadPlace => ({ projectId: newId(), fileId: newId(), buildId: newId() });
async function* pieces(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}
const textOf = async (place: DownloadPlace, name: string) => {
  const kept = await downloads.find(place, name);
  if (!kept) return null;
  let text = "";
  for await (const piece of kept.content()) text += Buffer.from(piece).toString();
  return `${kept.facts.type}: ${text}`;
};
const files = async () => (await readdir(root, { recursive: true })).length;

test("what was kept is found by its build and name, whatever the name", async () => {
  const [one, other] = [newPlace(), newPlace()];
  const name = "https://example.com/../../etc/passwd?a=\u0000";
  await downloads.keep(one, name, { type: "page" }, pieces("one ", "page"));
  expect(await textOf(one, name)).toBe("page: one page");
  expect(await textOf(one, "another")).toBeNull();
  expect(await textOf(other, name)).toBeNull();
  expect(await downloads.list()).toEqual([one]);
});

test("what broke off on the way is not kept", async () => {
  const place = newPlace();
  await expect(downloads.keep(place, "a", {}, pieces("half", new Error("cut")))).rejects.toThrow("cut");
  expect(await textOf(place, "a")).toBeNull();
});

test("a build that ended leaves nothing, and other builds of the source stay", async () => {
  const place = newPlace();
  const later = { ...place, buildId: newId() };
  for (const each of [place, later]) await downloads.keep(each, "a", { type: "page" }, pieces("text"));
  await downloads.removeBuild(place);
  expect(await textOf(place, "a")).toBeNull();
  expect(await textOf(later, "a")).toBe("page: text");
  await downloads.removeBuild(later);
  await downloads.removeBuild(later);
  expect(await downloads.list()).toEqual([]);
});

test("a source that was deleted leaves nothing, not even what comes afterwards", async () => {
  const place = newPlace();
  await downloads.keep(place, "before", {}, pieces("text"));
  async function* slow() {
    yield Buffer.from("secret");
    deleted.add(place.fileId);
    await downloads.removeSource(place);
    yield Buffer.from("secret");
  }
  await downloads.keep(place, "during", {}, slow());
  await downloads.keep(place, "after", {}, pieces("text"));
  expect(await downloads.list()).toEqual([]);
  expect(await files()).toBe(0);
});
