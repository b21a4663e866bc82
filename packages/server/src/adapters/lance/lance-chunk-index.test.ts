import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect } from "@lancedb/lancedb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chunkIndexContract } from "../../../testing/contracts/chunk-index.contract.ts";
import { indexDamages } from "../../../testing/damage-index.ts";
import { folderBytes } from "../../../testing/folder-bytes.ts";
import { newId } from "../../kernel/ids.ts";
import { IndexDamagedError, type IndexedChunk, type MendableIndex } from "../../retrieval/chunk-index.ts";
import { hashTerms } from "../../text/term-hash.ts";
import { tellDamage } from "./index-faults.ts";
import { type LanceOptions, openLanceChunkIndex } from "./lance-chunk-index.ts";
import { createOptimiser } from "./optimiser.ts";

const temporaryFolder = () => mkdtemp(join(tmpdir(), "headwater-index-"));

chunkIndexContract("LanceDB", async () => {
  const folder = await temporaryFolder();
  return {
    index: openLanceChunkIndex(folder),
    reopen: async () => openLanceChunkIndex(folder),
    clear: () => rm(folder, { recursive: true, force: true }),
  };
});

it("drops what another version of the index left, and starts empty", async () => {
  const folder = await temporaryFolder();
  const old = await connect(join(folder, "format-0"));
  (await old.createTable("left", [{ terms: "x" }])).close();
  const index = openLanceChunkIndex(folder);
  expect(await index.projects()).toEqual([]);
  expect(await readdir(folder)).toEqual(["format-3"]);
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

/** Descriptors of this process on files below the folder that are deleted, after what is unreachable was collected. */
function deletedFilesHeld(folder: string): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const held = readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return ""; // closed since it was listed
    }
  });
  return held.filter((path) => path.startsWith(folder) && path.endsWith("(deleted)")).length;
}

describe("an index whose files are damaged", () => {
  const project = newId();
  const chunk: IndexedChunk = {
    chunkId: newId(),
    fileId: newId(),
    versionId: newId(),
    position: 0,
    termHashes: hashTerms(["shared"]),
  };
  const uses: Record<string, (index: MendableIndex) => Promise<unknown>> = {
    search: (index) => index.search(project, { terms: ["shared"], limit: 10 }),
    add: (index) => index.add(project, [chunk]),
    removeFile: (index) => index.removeFile(project, chunk.fileId),
    versions: (index) => index.versions(project),
  };
  const outcome = (use: Promise<unknown>) =>
    use.then(
      () => "worked",
      (error: Error) => error.name,
    );

  it.each(Object.entries(uses))("says so when its folder is deleted while it is open: %s", async (_, use) => {
    const folder = await temporaryFolder();
    const index = openLanceChunkIndex(folder);
    await index.add(project, [chunk]);
    await rm(folder, { recursive: true });
    await expect(use(index)).rejects.toThrow(IndexDamagedError);
    await index.setAside(project);
    await index.add(project, [chunk]);
    expect(await index.search(project, { terms: ["shared"], limit: 10 })).toHaveLength(1);
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(indexDamages))("fails in no other way: %s", async (_, damage) => {
    const folder = await temporaryFolder();
    const before = openLanceChunkIndex(folder);
    await before.add(project, [chunk]);
    await before.close();
    await damage(folder);
    for (const use of Object.values(uses)) {
      const index = openLanceChunkIndex(folder);
      expect(await outcome(use(index))).toMatch(/^(worked|IndexDamagedError)$/);
      await index.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  it("is not called damaged for what passes by itself", async () => {
    for (const message of ["Too many open files (os error 24)", "No space left on device (os error 28)"]) {
      const told = tellDamage(() => Promise.reject(new Error(`lance error: LanceError(IO): ${message}`)));
      await expect(told).rejects.not.toThrow(IndexDamagedError);
    }
  });
});

describe("optimising in the background", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const chunk = (at: number): IndexedChunk => ({
    chunkId: newId(),
    fileId: newId(),
    versionId: newId(),
    position: at,
    termHashes: hashTerms(["shared", `word${at}`]),
  });

  const eager = { gatherMs: 0, restFactor: 0 };

  it("gives right answers while new rows are taken in and old ones cleared away", async () => {
    const project = newId();
    const failures: unknown[] = [];
    const index = openLanceChunkIndex(folder, {
      timing: eager,
      onBackgroundFailure: (_, error) => failures.push(error),
    });
    const chunks = Array.from({ length: 300 }, (_, at) => chunk(at));
    await index.add(project, chunks.slice(0, 150));
    for (let from = 150; from < 300; from += 10) {
      await index.add(project, chunks.slice(from, from + 10));
      await index.removeVersion(project, chunks[from - 150]?.versionId ?? "");
      // Some at once, and some while others are under way: rows may move between finding and reading them.
      for (const terms of [["shared"], ["shared", "word1"]]) {
        const asked = [1, 2, 3].map(() => index.search(project, { terms, limit: 1_000 }));
        for (const hits of await Promise.all(asked)) expect(hits).toHaveLength(from + 10 - (from - 140) / 10);
      }
    }
    await index.close();
    expect(failures).toEqual([]);
  });

  it("keeps nothing of what is deleted while it optimises", async () => {
    const inFolder = async (open: LanceOptions, work: (index: MendableIndex) => Promise<void>) => {
      const own = await temporaryFolder();
      const index = openLanceChunkIndex(own, open);
      await work(index);
      return { own, index };
    };
    const project = newId();
    const termHashes = hashTerms(Array.from({ length: 300 }, (_, at) => `word${at}`));
    const chunks = Array.from({ length: 400 }, (_, at) => ({ ...chunk(at), termHashes }));
    const kept = chunks.slice(360);
    const { own, index } = await inFolder({ timing: eager }, async (used) => {
      for (let from = 0; from < 400; from += 40) await used.add(project, chunks.slice(from, from + 40));
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let at = client; at < 360; at += 8) await used.removeFile(project, chunks[at]?.fileId ?? "");
      });
      await Promise.all(clients);
    });
    const fresh = await inFolder({ timing: eager }, (used) => used.add(project, kept));
    // Both once they are indexed: the fresh one grows until then.
    const timesRebuilt = async () => (await folderBytes(own)) / (await folderBytes(fresh.own));
    await expect.poll(timesRebuilt, { timeout: 10_000 }).toBeLessThanOrEqual(1.5);
    expect(await index.versions(project)).toEqual(new Map(kept.map(({ versionId }) => [versionId, 1])));
    for (const opened of [{ own, index }, fresh]) {
      await opened.index.close();
      await rm(opened.own, { recursive: true });
    }
  });

  it("clears away files that no version names, as a preempted compaction or a crash leaves them", async () => {
    const own = await temporaryFolder();
    const project = newId();
    const index = openLanceChunkIndex(own, { timing: eager });
    await index.add(project, [chunk(1)]);
    const data = join(own, "format-3", `${project}.lance`, "data");
    const orphan = "0000000000000000000000001234567890abcdef.lance";
    await copyFile(join(data, (await readdir(data))[0] ?? ""), join(data, orphan));
    await index.add(project, [chunk(2)]);
    await expect.poll(() => readdir(data)).not.toContain(orphan);
    expect(await index.search(project, { terms: ["shared"], limit: 10 })).toHaveLength(2);
    await index.close();
    await rm(own, { recursive: true });
  });

  it.skipIf(!existsSync("/proc/self/fd"))("lets go of the files that an optimisation replaced", async () => {
    const own = await temporaryFolder();
    const project = newId();
    const index = openLanceChunkIndex(own, { timing: eager });
    // Small files are read as a whole and not kept open.
    const terms = (at: number) =>
      Array.from({ length: 120 }, (_, term) => `word${(at * 31 + term * term) % 3_000}`);
    await index.add(
      project,
      Array.from({ length: 1_500 }, (_, at) => ({ ...chunk(at), termHashes: hashTerms(terms(at)) })),
    );
    const table = await connect(join(own, "format-3"), { readConsistencyInterval: 0 });
    for (let round = 0; round < 8; round++) {
      await index.add(project, [chunk(round)]);
      await index.search(project, { terms: ["shared", "word7", `word${round}`], limit: 10 });
      const opened = await table.openTable(project);
      await expect.poll(async () => (await opened.indexStats("terms_idx"))?.numUnindexedRows).toBe(0);
      opened.close();
    }
    table.close();
    await expect.poll(() => deletedFilesHeld(own), { timeout: 5_000 }).toBeLessThanOrEqual(4);
    await index.close();
    await rm(own, { recursive: true });
  });

  it("brings all rows into the term index, also those a closed process left outside", async () => {
    const project = newId();
    const lazy = openLanceChunkIndex(folder, { timing: { gatherMs: 60_000, restFactor: 0 } });
    await lazy.add(project, [chunk(1), chunk(2)]);
    await lazy.close();
    const table = await (await connect(join(folder, "format-3"), { readConsistencyInterval: 0 })).openTable(
      project,
    );
    const outside = async () => (await table.indexStats("terms_idx"))?.numUnindexedRows;
    expect(await outside()).toBe(2);
    const index = openLanceChunkIndex(folder, { timing: eager });
    await index.versions(project);
    await expect.poll(outside).toBe(0);
    expect(await index.search(project, { terms: ["word2"], limit: 10 })).toHaveLength(1);
    await index.close();
    table.close();
  });

  it("tells of a failure instead of hiding it", async () => {
    const optimise = () => Promise.reject(new Error("disk full"));
    // Keeps the process alive: the optimiser's timer does not.
    const alive = setInterval(() => {}, 1_000);
    const failure = await new Promise((failed) => createOptimiser(optimise, failed, eager).wake("added"));
    clearInterval(alive);
    expect(String(failure)).toContain("disk full");
  });
});
