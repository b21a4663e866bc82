import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { openSqlite } from "./open-database.ts";
import type { Database } from "./schema.ts";
import { createShareCommit } from "./shared-commits.ts";

let folder: string;
let database: Kysely<Database>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-sql-"));
  database = await openSqlite(join(folder, "headwater.sqlite"));
});
afterAll(async () => {
  await database.destroy();
  await rm(folder, { recursive: true });
});

/** Adds a project, and answers how many there are in the eyes of its transaction. */
const addProject = (name: string) => async (transaction: Transaction<Database>) => {
  await transaction
    .insertInto("projects")
    .values({ project_id: newId(), name, created_at: "2026-01-01T00:00:00.000Z" })
    .execute();
  return name;
};
const names = async () =>
  (await database.selectFrom("projects").select("name").execute()).map(({ name }) => name);
const isDurable = { isDurable: true };

test("work that comes at the same time shares a commit, and each gets its own result", async () => {
  const shareCommit = createShareCommit(database, 0);
  const others: (string[] | undefined)[] = [];
  const work = (name: string) => async (transaction: Transaction<Database>) => {
    const rows = await transaction
      .selectFrom("projects")
      .select("name")
      .where("name", "like", "a%")
      .execute();
    others.push(rows.map((row) => row.name));
    return addProject(name)(transaction);
  };
  const options = [{ isDurable: false }, isDurable, { isDurable: false }];
  const added = await Promise.all(
    ["a1", "a2", "a3"].map((name, at) => shareCommit(work(name), options[at] ?? isDurable)),
  );
  expect(added).toEqual(["a1", "a2", "a3"]);
  expect(others).toEqual([[], ["a1"], ["a1", "a2"]]);
  expect(await names()).toEqual(expect.arrayContaining(["a1", "a2", "a3"]));
});

test("work that fails takes nothing of the others back, and leaves nothing itself", async () => {
  const shareCommit = createShareCommit(database, 0);
  const failing = async (transaction: Transaction<Database>) => {
    await addProject("b2")(transaction);
    throw new Error("not this one");
  };
  const results = await Promise.allSettled(
    [addProject("b1"), failing, addProject("b3")].map((work) => shareCommit<string>(work, isDurable)),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await names()).filter((name) => name.startsWith("b")).sort()).toEqual(["b1", "b3"]);
});

/** Pauses that the test ends. */
function heldPauses() {
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve));
  const asked = (count: number) => expect.poll(() => pauses.length).toBe(count);
  return { pause, asked, endAll: () => pauses.splice(0).forEach((end) => void end()) };
}

/** Work with company, until it does not come any more. */
const company = { comes: true };
const withCompany = { isDurable: true, hasCompany: () => company.comes };

test("work with company shares its commit with what comes after it, and waits no longer than work without", async () => {
  const { pause, asked, endAll } = heldPauses();
  const shareCommit = createShareCommit(database, 200, pause);
  const first = shareCommit(addProject("d1"), withCompany);
  await asked(1);
  const second = shareCommit(addProject("d2"), withCompany);
  endAll();
  await asked(1);
  expect((await names()).filter((name) => name.startsWith("d"))).toEqual([]);
  const third = shareCommit(addProject("d3"), isDurable);
  endAll();
  expect(await Promise.all([first, second, third])).toEqual(["d1", "d2", "d3"]);
  endAll();
});

test("work goes on when no more company comes", async () => {
  const { pause, asked, endAll } = heldPauses();
  const shareCommit = createShareCommit(database, 200, pause);
  const first = shareCommit(addProject("f"), withCompany);
  await asked(1);
  company.comes = false;
  endAll();
  expect(await first).toBe("f");
  company.comes = true;
});

test("work waits as long as it may for company, and no longer when 16 are there", async () => {
  const { pause, asked, endAll } = heldPauses();
  const shareCommit = createShareCommit(database, 50, pause);
  const first = shareCommit(addProject("e"), withCompany);
  for (let each = 0; each < 50 / 5; each += 1) {
    await asked(1);
    expect(await names()).not.toContain("e");
    endAll();
  }
  expect(await first).toBe("e");
  const many = Array.from({ length: 16 }, (_, number) => `g${number}`);
  expect(await Promise.all(many.map((name) => shareCommit(addProject(name), withCompany)))).toEqual(many);
  endAll();
});

test("what comes after a failed commit is done", async () => {
  const shareCommit = createShareCommit(database, 0);
  await database.connection().execute(async (held) => {
    await sql`pragma query_only = on`.execute(held);
  });
  const refused = await Promise.allSettled(
    ["c1", "c2"].map((name) => shareCommit(addProject(name), isDurable)),
  );
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await database.connection().execute(async (held) => {
    await sql`pragma query_only = off`.execute(held);
  });
  expect(await shareCommit(addProject("c3"), isDurable)).toBe("c3");
  expect((await names()).filter((name) => name.startsWith("c"))).toEqual(["c3"]);
});
