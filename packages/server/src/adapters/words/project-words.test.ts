import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openIndexedProject } from "../../../testing/indexed-project.ts";
import { connectSqlite } from "../sql/open-database.ts";
import { createSqlWordStore } from "../sql/sql-word-store.ts";
import { openProjectWords } from "./project-words.ts";

it("of two processes that store the same changes at once one does, and the other reads what it stored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-words-"));
  const path = join(folder, "headwater.sqlite");
  const project = await openIndexedProject(path);
  await project.add(["one", "two"]);
  const connections = [connectSqlite(path), connectSqlite(path)];
  const open = (connection: (typeof connections)[0]) =>
    openProjectWords(createSqlWordStore(connection), project.projectId, {
      chunksPerSegment: 1,
      isShared: true,
    });
  const [first, second] = await Promise.all(connections.map(open));
  await Promise.all([first?.refresh(), second?.refresh()]);
  await first?.tidy();
  await second?.tidy();
  for (const words of [first, second]) {
    await words?.refresh();
    expect(await words?.search({ terms: ["one"], limit: 10 }, undefined)).toHaveLength(1);
  }
  await project.close();
  for (const connection of connections) await connection.destroy();
  await rm(folder, { recursive: true });
});

it.each([
  { how: "before it was in a segment", isSealed: false },
  { how: "with the segment that was made of it meanwhile", isSealed: true },
])("learns that another process has cleared what it has read, $how", async ({ isSealed }) => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-words-"));
  const path = join(folder, "headwater.sqlite");
  const project = await openIndexedProject(path, { isShared: true });
  await project.add(["whale"]);
  await project.seal();
  const gone = await project.add(["whale oil", "whale song"]);
  const score = async () => (await project.search(["whale"])).map((hit) => hit.score);
  await score();
  project.changeProcess();
  await score();
  if (isSealed) await project.seal();
  await project.stores.sources.remove(project.projectId, gone.fileId);
  await project.index.clear();
  const expected = await score();
  project.changeProcess();
  expect(await score()).toEqual(expected);
  await project.close();
  await rm(folder, { recursive: true });
});
