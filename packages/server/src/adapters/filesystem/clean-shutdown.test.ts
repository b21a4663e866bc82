import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { markCleanShutdown, readShutdownState } from "./clean-shutdown.ts";

let root: string;
const database = () => join(root, "headwater.sqlite");
const state = async () => (await readShutdownState(root, database())).kind;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "headwater-mark-"));
  await writeFile(database(), "rows");
  await markCleanShutdown(root, database(), { now: new Date(0), countRows: () => ({}) });
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("knows the database that was shut down cleanly", async () => expect(await state()).toBe("clean"));

it.each([
  ["was written to", () => appendFile(database(), "more")],
  ["has a log", () => writeFile(`${database()}-wal`, "log")],
  ["is gone", () => rm(database())],
])("takes a database that %s since for another one", async (_, change) => {
  await change();
  expect(await state()).toBe("changed");
});

it("names the bytes of the database, unless they could not be read soon enough", async () => {
  expect(await readShutdownState(root, database())).toMatchObject({
    kind: "clean",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await markCleanShutdown(root, database(), {
    now: new Date(0),
    countRows: () => ({}),
    enough: AbortSignal.abort(),
  });
  expect(await readShutdownState(root, database())).toMatchObject({ kind: "clean", sha256: undefined });
});

it("takes a mark that can't be read for none", async () => {
  await writeFile(join(root, "clean-shutdown.json"), "{");
  expect(await state()).toBe("unmarked");
});
