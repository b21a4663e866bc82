import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { addProcessedSource, addProject, exampleChunks } from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { newId } from "../../kernel/ids.ts";
import { createStores } from "./create-stores.ts";
import { examineDatabase } from "./examine-database.ts";
import { openSqlite } from "./open-database.ts";

const config = { ...defaultChunking, target: 450 };

it("leaves no rows of a set that could not be added to its end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sets-"));
  const database = await openSqlite(join(folder, "headwater.sqlite"));
  const stores = createStores(database, createManualClock());
  const { projectId } = await addProject(stores);
  const { fileId, versionId } = await addProcessedSource(stores, projectId, { chunks: 2 });
  const twice = [...exampleChunks(150), ...exampleChunks(1)];
  const set = { chunkSetId: newId(), versionId, config };
  await expect(stores.chunks.addSet(projectId, fileId, set, twice)).rejects.toThrow();
  expect(await database.selectFrom("chunk_sets").select("chunk_count").execute()).toEqual([
    { chunk_count: 2 },
  ]);
  expect(await database.selectFrom("chunks").select("position").execute()).toHaveLength(2);
  await database.destroy();
  await rm(folder, { recursive: true });
});

it("takes a set that a kill -9 left half written for none, and clears it away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sets-"));
  const path = join(folder, "headwater.sqlite");
  const open = async () => {
    const database = await openSqlite(path);
    return { ...createStores(database, createManualClock()), close: () => database.destroy() };
  };
  const before = await open();
  const { projectId } = await addProject(before);
  const { fileId, versionId, chunkSetId } = await addProcessedSource(before, projectId);
  await before.close();

  const set = { chunkSetId: newId(), versionId, config };
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    const { openSqlite } = await import(${here("./open-database.ts")});
    const { createStores } = await import(${here("./create-stores.ts")});
    const { exampleChunks } = await import(${here("../../../testing/contracts/examples.ts")});
    const { chunks } = createStores(await openSqlite(${JSON.stringify(path)}), { now: () => new Date() });
    await chunks.addSet(${JSON.stringify(projectId)}, ${JSON.stringify(fileId)}, ${JSON.stringify(set)}, exampleChunks(200_000));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
  const written = () => {
    const sqlite = new BetterSqlite(path, { readonly: true });
    const rows = sqlite
      .prepare("select count(*) from chunks where chunk_set_id = ?")
      .pluck()
      .get(set.chunkSetId);
    sqlite.close();
    return Number(rows);
  };
  await expect.poll(written, { interval: 5 }).toBeGreaterThan(100);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");

  const after = await open();
  const half = written();
  expect(half).toBeGreaterThan(100);
  expect(await after.chunks.findSets([versionId], config)).toEqual(new Map());
  expect(await after.chunks.findSet(versionId, config)).toBeNull();
  expect(await after.chunks.listSets([set.chunkSetId], { offset: 0, limit: 9 })).toMatchObject({ total: 0 });
  // Somebody may still be adding to one that was begun a moment ago.
  await after.chunks.clearUnfinishedSets(new Date(Date.now() - 3_600_000));
  expect(written()).toBe(half);
  const again = await after.chunks.addSet(
    projectId,
    fileId,
    { ...set, chunkSetId: newId() },
    exampleChunks(3),
  );
  await after.chunks.clearUnfinishedSets(new Date(Date.now() + 1_000));
  expect(written()).toBe(0);
  expect(await after.chunks.findSet(versionId, config)).toBe(again);
  expect(await after.chunks.findSet(versionId, defaultChunking)).toBe(chunkSetId);
  await after.close();
  const findings = await examineDatabase(path, "full");
  expect(findings.filter(({ what }) => what.includes("chunk"))).toEqual([]);
  await rm(folder, { recursive: true });
}, 60_000);
