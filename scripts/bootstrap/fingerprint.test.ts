import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";
import { filesBelow, fingerprintOf } from "./fingerprint.mjs";

const fingerprint = (folder: string) => fingerprintOf(folder, filesBelow(folder));

test("dates do not count, contents do", () => {
  const folder = temporaryFolder({ "src/a.ts": "one" });
  const before = fingerprint(folder);
  utimesSync(join(folder, "src/a.ts"), new Date(0), new Date(0));
  expect(fingerprint(folder)).toBe(before);
  writeIn(folder, "src/a.ts", "two"); // same size
  expect(fingerprint(folder)).not.toBe(before);
  writeIn(folder, "src/a.ts", "one");
  expect(fingerprint(folder)).toBe(before);
});

test("new, renamed and deleted files count", () => {
  const folder = temporaryFolder({ "a.ts": "one", "b.ts": "one" });
  const before = fingerprint(folder);
  rmSync(join(folder, "b.ts"));
  const deleted = fingerprint(folder);
  writeIn(folder, "c.ts", "one");
  const renamed = fingerprint(folder);
  expect(new Set([before, deleted, renamed]).size).toBe(3);
});

test("what is made, hidden or installed is left out", () => {
  const folder = temporaryFolder({ "src/a.ts": "one" });
  for (const made of ["dist/a.mjs", "node_modules/x/index.js", ".turbo/log", ".env", "coverage/x"]) {
    writeIn(folder, made, "made");
  }
  expect(filesBelow(folder)).toEqual(["src/a.ts"]);
});

test("text moved from one file to the next is a change", () => {
  const one = temporaryFolder({ a: "12", b: "3" });
  const other = temporaryFolder({ a: "1", b: "23" });
  expect(fingerprint(one)).not.toBe(fingerprint(other));
});

test("an absent file differs from an empty one, and the salt counts", () => {
  const folder = temporaryFolder();
  const absent = fingerprintOf(folder, ["lock"]);
  writeIn(folder, "lock", "");
  expect(fingerprintOf(folder, ["lock"])).not.toBe(absent);
  expect(fingerprintOf(folder, ["lock"], "linux-x64")).not.toBe(
    fingerprintOf(folder, ["lock"], "linux-arm64"),
  );
});

test("a folder that does not exist has no files", () => {
  expect(filesBelow(join(temporaryFolder(), "dist"))).toEqual([]);
});
