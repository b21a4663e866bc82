import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPrivateFolder } from "./private-folder.ts";

test("a temporary folder that was cleaned away is made again", async () => {
  const base = await mkdtemp(join(tmpdir(), "headwater-"));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const folder = await createPrivateFolder({ parent: join(base, "gone", "further") });
  expect(dirname(folder)).toBe(join(base, "gone", "further"));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
