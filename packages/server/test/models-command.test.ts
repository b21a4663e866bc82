import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../testing/run-command.ts";
import { startWebSite, type WebSite } from "../testing/web-site.ts";

let folder: string;
let hub: WebSite;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-models-command-"));
  hub = await startWebSite();
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true });
});

it("shows what would be fetched, from where and under which licence, and fetches nothing unasked", async () => {
  const settings = { HEADWATER_MODEL_HUB: hub.origin };
  const listed = await runCommand(["models", "list"], folder, settings);
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(listed.stdout).toMatch(/all-minilm-l6-v2\s+90\.9 MB\s+Apache-2\.0/);
  const asked = await runCommand(["models", "pull", "all-minilm-l6-v2"], folder, settings);
  expect(asked.code).toBe(2);
  expect(asked.stdout).toContain(`Source   ${hub.origin}/sentence-transformers/all-MiniLM-L6-v2/tree/`);
  expect(asked.stderr).toBe(
    "headwater: This is not a terminal, so you can't be asked. Add --yes to fetch it.\n",
  );
  expect(hub.requests).toEqual([]);
});

it("says in one line what went wrong, and for which file", async () => {
  const pulled = await runCommand(["models", "pull", "multilingual-e5-small", "-y"], folder, {
    HEADWATER_MODEL_HUB: hub.origin,
  });
  expect(pulled.code).toBe(1);
  expect(pulled.stderr).toMatch(
    /^headwater: \S+\/onnx\/model\.onnx can't be fetched: the server answered 404\.\n$/,
  );
  const unknown = await runCommand(["models", "pull", "gpt"], folder);
  expect(unknown.stderr).toContain("There are: all-minilm-l6-v2, multilingual-e5-small.");
});
