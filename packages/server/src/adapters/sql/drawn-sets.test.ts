import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  addFlow,
  exampleRecord,
  exampleRun,
  minutesLater,
} from "../../../testing/contracts/example-flows.ts";
import { addProject, addSource } from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createStores, type Stores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";

let folder: string;
let stores: Stores;
let close: () => Promise<void>;
let filesOfSets: () => Promise<string[]>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-drawn-"));
  const database = await openSqlite(join(folder, "headwater.sqlite"));
  stores = createStores(database, createManualClock());
  close = () => database.destroy();
  filesOfSets = async () =>
    (await database.selectFrom("drawn_set_files").select("file_id").orderBy("file_id").execute()).map(
      ({ file_id }) => file_id,
    );
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
});

it("stores the files of many runs over the same ones once, and forgets them after the last", async () => {
  const { projectId } = await addProject(stores);
  const { flowId } = await addFlow(stores, projectId);
  const fileIds: string[] = [];
  for (let count = 0; count < 6; count += 1) fileIds.push((await addSource(stores, projectId)).fileId);
  const [first = "", ...others] = fileIds;
  for (let count = 0; count < 5; count += 1) {
    // What began first may end last.
    const run = exampleRun(flowId, { startedAt: minutesLater(4 - count) });
    await stores.flows.addRun(run, count % 2 === 0 ? others : others.toReversed());
  }
  await stores.flows.saveRecord(flowId, exampleRecord("a"), [first]);
  expect(await filesOfSets()).toEqual(fileIds.toSorted());
  expect(await stores.flows.expireRuns(minutesLater(4), 1e9)).toBe(4);
  expect(await filesOfSets()).toEqual(fileIds.toSorted());
  expect(await stores.flows.expireRuns(minutesLater(5), 1e9)).toBe(1);
  expect(await filesOfSets()).toEqual([first]);
  await stores.sources.remove(projectId, first);
  expect(await filesOfSets()).toEqual([]);
});

it("removes what was drawn from a source in many sets of files", async () => {
  const { projectId } = await addProject(stores);
  const { flowId } = await addFlow(stores, projectId);
  const { fileId } = await addSource(stores, projectId);
  for (let count = 0; count < 9; count += 1) {
    const other = await addSource(stores, projectId);
    await stores.flows.addRun(exampleRun(flowId), [fileId, other.fileId]);
  }
  await stores.sources.remove(projectId, fileId);
  expect(await filesOfSets()).toEqual([]);
  expect((await stores.flows.listRuns(flowId, { offset: 0, limit: 9 })).total).toBe(0);
});
