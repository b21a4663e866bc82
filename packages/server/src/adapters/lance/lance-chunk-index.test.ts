import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chunkIndexContract } from "../../../testing/contracts/chunk-index.contract.ts";
import { newId } from "../../kernel/ids.ts";
import type { IndexedChunk } from "../../retrieval/chunk-index.ts";
import { openLanceChunkIndex } from "./lance-chunk-index.ts";
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
  expect(await readdir(folder)).toEqual(["format-1"]);
  await index.close();
  await rm(folder, { recursive: true, force: true });
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
    terms: ["shared", `word${at}`],
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
      const hits = await index.search(project, { terms: ["shared"], limit: 1_000 });
      expect(hits).toHaveLength(from + 10 - (from - 140) / 10);
    }
    await index.close();
    expect(failures).toEqual([]);
  });

  it("brings all rows into the term index, also those a closed process left outside", async () => {
    const project = newId();
    const lazy = openLanceChunkIndex(folder, { timing: { gatherMs: 60_000, restFactor: 0 } });
    await lazy.add(project, [chunk(1), chunk(2)]);
    await lazy.close();
    const table = await (await connect(join(folder, "format-1"), { readConsistencyInterval: 0 })).openTable(
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
