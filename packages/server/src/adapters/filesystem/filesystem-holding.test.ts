import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { newId } from "../../kernel/ids.ts";
import { blobPath } from "./blob-paths.ts";
import { openFilesystemHolding } from "./filesystem-holding.ts";
import { sidecarPath } from "./filesystem-sidecar-store.ts";
import { writeStoreMark } from "./store-mark.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "headwater-holding-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("sweeps what is older than asked for, and nothing once the folder is another store's", async () => {
  const [files, holding, clock] = [join(root, "files"), join(root, "holding"), createManualClock()];
  const storeId = newId();
  const held = await openFilesystemHolding({ holding, files }, { storeId, clock });
  const content = { projectId: newId(), contentHash: "a".repeat(64) };
  const path = blobPath(files, content.projectId, content.contentHash);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "bytes");
  const { heldAt, place } = await held.setAside(content);
  const later = new Date(heldAt.getTime() + 1);

  expect(await held.sweep(heldAt)).toEqual([]);
  await writeStoreMark(holding, newId());
  expect(await held.sweep(later)).toEqual([]);
  expect(existsSync(join(place, content.contentHash))).toBe(true);
  await writeStoreMark(holding, storeId);
  expect(await held.sweep(later)).toEqual([{ ...content, heldAt, place }]);
  expect(existsSync(place)).toBe(false);
});

it("sets the sidecar aside beside its bytes: it says whose they were", async () => {
  const [files, holding] = [join(root, "files"), join(root, "holding")];
  const held = await openFilesystemHolding(
    { holding, files },
    { storeId: newId(), clock: createManualClock() },
  );
  const content = { projectId: newId(), contentHash: "b".repeat(64) };
  const path = blobPath(files, content.projectId, content.contentHash);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "bytes");
  await writeFile(sidecarPath(path), "whose");

  const { place } = await held.setAside(content);
  const kept = join(place, content.contentHash);
  expect([await readFile(kept, "utf8"), await readFile(sidecarPath(kept), "utf8")]).toEqual([
    "bytes",
    "whose",
  ]);
  expect([existsSync(path), existsSync(sidecarPath(path))]).toEqual([false, false]);
});
