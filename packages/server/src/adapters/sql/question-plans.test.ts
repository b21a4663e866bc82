import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, type Kysely, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { newId } from "../../kernel/ids.ts";
import { createStores, type Stores } from "./create-stores.ts";
import { openSqlite } from "./open-database.ts";
import type { Database } from "./schema.ts";

/*
 * What a question asks of the database must cost the same whatever a project holds. SQLite chooses its way by the number of
 * ids, not by what is in the tables, so that the plan over an empty database is the plan over a full one.
 */
let folder: string;
let database: Kysely<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-plans-"));
  database = await openSqlite(join(folder, "headwater.sqlite"));
});
afterAll(async () => {
  await database.destroy();
  await rm(folder, { recursive: true });
});

/** The first step of each statement's plan: the table that all the rest is looked up from. */
async function startsOf(work: (stores: Stores) => Promise<unknown>): Promise<string[]> {
  const asked: { node: RootOperationNode; queryId: { queryId: string } }[] = [];
  const watched = database.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push({ node, queryId });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const stores = createStores(watched, createManualClock());
  asked.length = 0; // what the stores prepare is none of the question's
  await work(stores);
  const starts: string[] = [];
  for (const { node, queryId } of asked) {
    const { sql, parameters } = database.getExecutor().compileQuery(node, queryId);
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.executeQuery<{ detail: string }>(explained);
    starts.push(rows[0]?.detail ?? "");
  }
  return starts;
}

const ids = (count: number) => Array.from({ length: count }, () => newId());

it.each([1, 19, 20, 120, 250])("chunks are looked up by their ids: %i", async (count) => {
  const starts = await startsOf(({ chunks }) => chunks.findActive(newId(), ids(count)));
  expect(starts).toEqual([expect.stringMatching(/^SEARCH chunks USING INDEX .*\(chunk_id=\?\)/)]);
});

it.each([1, 20, 250])("names are looked up by their ids: %i", async (count) => {
  const starts = await startsOf(({ sourceNames }) => sourceNames.byIds(newId(), ids(count)));
  expect(starts).toEqual([expect.stringMatching(/^SEARCH sources USING INDEX .*\(file_id=\?\)/)]);
});

it("names are looked up by their words", async () => {
  const starts = await startsOf(({ sourceNames }) => sourceNames.byTerms(newId(), ["annual", "report"], 9));
  const byWord = expect.stringMatching(/^SEARCH name_words USING .*\(project_id=\? AND word=\?\)/);
  expect(starts).toEqual([byWord, byWord]);
});

it.each([1, 60, 250])("elements are looked up by version and id: %i", async (count) => {
  const references = ids(count).map((elementId) => ({ versionId: newId(), elementId }));
  const starts = await startsOf(({ elements }) => elements.located(references));
  expect(starts).toEqual([
    expect.stringMatching(/^SEARCH elements USING INDEX .*\(version_id=\? AND element_id=\?\)/),
  ]);
});
