import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addProject, addSource, exampleChunks } from "../../../testing/contracts/examples.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { createStores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";
import { createSqlWordStore } from "./sql-word-store.ts";

test("a first version is told to the words' index, with its terms, in the same commit", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
  const database = await openSqlite(join(folder, "headwater.sqlite"));
  onTestFinished(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });
  const stores = createStores(database, systemClock);
  const words = createSqlWordStore(database);
  const { projectId } = await addProject(stores);
  const { fileId } = await addSource(stores, projectId);
  const [versionId, chunkSetId] = [newId(), newId()];
  const termHashes = Uint32Array.of(7, 8);
  const first = {
    projectId,
    version: { versionId, fileId, method: "fast" as const },
    pages: { totalPages: 1, failedPages: [], message: null },
    chunkSet: { chunkSetId, versionId, config: defaultChunking },
    elements: [],
    chunks: exampleChunks(2).map((chunk) => ({ ...chunk, termHashes })),
  };
  await stores.firstVersions.add(first, { hasCompany: () => false });
  expect(await words.changes(projectId, 0)).toEqual([
    { number: 1, versionId, fileId, chunkSetId, chunks: 2, isGone: false },
  ]);
  for await (const terms of words.terms(chunkSetId, 10))
    expect(terms).toEqual([0, 1].map((position) => ({ position, termHashes })));
});
