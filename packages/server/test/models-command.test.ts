import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, expect, it } from "vitest";
import { builtInEncoder } from "../src/models/built-in-encoder.ts";
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
  const settings = { HF_ENDPOINT: hub.origin };
  const listed = await runCommand(["models", "list"], folder, settings);
  expect(listed).toMatchObject({ code: 0, stderr: "" });
  expect(listed.stdout).toMatch(/all-minilm-l6-v2\s+90\.9 MB\s+Apache-2\.0/);
  const asked = await runCommand(["models", "pull", "all-minilm-l6-v2"], folder, settings);
  expect(asked.code).toBe(2);
  expect(asked.stdout).toContain(`Source   ${hub.origin}/sentence-transformers/all-MiniLM-L6-v2/tree/`);
  expect(asked.stderr).toBe(
    "headwater: This is not a terminal, so you can't be asked. Add --yes to do it.\n",
  );
  expect(hub.requests).toEqual([]);
});

it("says in one line what went wrong, and for which file", async () => {
  const pulled = await runCommand(["models", "pull", "multilingual-e5-small", "-y"], folder, {
    HF_ENDPOINT: hub.origin,
  });
  expect(pulled.code).toBe(1);
  expect(pulled.stderr).toMatch(
    /^headwater: \S+\/onnx\/model\.onnx can't be fetched: the server answered 404\.\n$/,
  );
  const unknown = await runCommand(["models", "pull", "gpt"], folder);
  expect(unknown.stderr).toContain("There are: all-minilm-l6-v2, multilingual-e5-small.");
});

/** The encoder of the service, as an archive of a registry has it: named otherwise, and without a config.json. */
async function archive(): Promise<string> {
  const encoder = builtInEncoder()?.folder ?? "";
  const path = join(folder, "mini-q-0.1.jar");
  const bytes = zipSync(
    {
      "mini-q.onnx": await readFile(join(encoder, "model.onnx")),
      "mini-q-tokenizer.json": await readFile(join(encoder, "tokenizer.json")),
      "META-INF/LICENSE.txt": new TextEncoder().encode("\n   Apache License\n   Version 2.0\n"),
      "../outside.json": new TextEncoder().encode("{}"),
    },
    { level: 0 },
  );
  await writeFile(path, bytes);
  return path;
}

it("adds an encoder from an archive with its licence, measures it, and removes it again", async () => {
  const path = await archive();
  const asked = await runCommand(["models", "add", path], folder);
  expect(asked.code).toBe(2);
  expect(asked.stdout).toMatch(
    /^mini-q-0\.1\nSize {5}23\.\d MB\nLicence {2}Apache License\nSHA-256 {2}[0-9a-f]{64}\n/,
  );
  const other = await runCommand(["models", "add", path, "-y", "--sha256", "0".repeat(64)], folder);
  expect(other.stderr).toContain(`not ${"0".repeat(64)}.`);
  expect(await readdir(folder)).not.toContain("outside.json");

  const added = await runCommand(["models", "add", path, "-y"], folder);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(added.stdout).toContain("answers are judged by words");
  const model = join(folder, "models", "mini-q-0.1");
  expect(added.stdout).toContain(`HEADWATER_EMBEDDING_MODEL=local:${model}\n`);
  expect((await readdir(model)).sort()).toEqual(["LICENSE.txt", "mini-q-tokenizer.json", "mini-q.onnx"]);
  expect((await runCommand(["models", "list"], folder)).stdout).toContain(model);

  const inUse = { HEADWATER_EMBEDDING_MODEL: `local:${model}` };
  const refused = await runCommand(["models", "remove", "mini-q-0.1", "-y"], folder, inUse);
  expect(refused.stderr).toContain("is the embedding model of the settings");
  expect((await runCommand(["models", "remove", "mini-q-0.1"], folder)).code).toBe(2);
  expect(await readdir(join(folder, "models"))).toEqual(["mini-q-0.1"]);
  expect((await runCommand(["models", "remove", "mini-q-0.1", "-y"], folder)).code).toBe(0);
  expect(await readdir(join(folder, "models"))).toEqual([]);
});

it("adds nothing that is not an encoder, and removes nothing outside the models", async () => {
  await writeFile(join(folder, "broken.zip"), "no archive");
  const broken = await runCommand(["models", "add", join(folder, "broken.zip"), "-y"], folder);
  expect(broken.stderr).toContain("broken.zip can't be unpacked");
  const empty = await runCommand(["models", "add", folder, "-y"], folder);
  expect(empty.stderr).toContain("holds no sentence encoder in ONNX form");
  const outside = await runCommand(["models", "remove", "../blobs", "-y"], folder);
  expect(outside.stderr).toContain("../blobs is not a name for a model");
});
