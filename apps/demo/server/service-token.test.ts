import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serviceToken } from "./service-token.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-demo-token-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("reads the file each time, so that a later token works", async () => {
  const tokenFile = join(folder, "token");
  await expect(serviceToken({ token: undefined, tokenFile })).rejects.toThrow("HEADWATER_TOKEN_FILE");
  await writeFile(tokenFile, "first-token\n");
  expect(await serviceToken({ token: undefined, tokenFile })).toBe("first-token");
  await writeFile(tokenFile, "second-token\n");
  expect(await serviceToken({ token: undefined, tokenFile })).toBe("second-token");
});

it("prefers the setting, and names setting and file when both are missing", async () => {
  expect(await serviceToken({ token: "given", tokenFile: join(folder, "none") })).toBe("given");
  await expect(serviceToken({ token: undefined, tokenFile: undefined })).rejects.toThrow(
    "set HEADWATER_TOKEN or HEADWATER_TOKEN_FILE",
  );
});

it("says that the file is empty", async () => {
  const tokenFile = join(folder, "token");
  await writeFile(tokenFile, " \n");
  await expect(serviceToken({ token: undefined, tokenFile })).rejects.toThrow("is empty");
});
