import { expect, it } from "vitest";
import { createBoundTables } from "./table-bounds.ts";

const createTable = (name: string, rested: string[], inUse = false) => ({
  rest() {
    if (!inUse) rested.push(name);
    return !inUse;
  },
});

it("lets the table rest that was used longest ago when too many are open", () => {
  const rested: string[] = [];
  const [one, two, three] = ["one", "two", "three"].map((name) => createTable(name, rested)) as [
    ReturnType<typeof createTable>,
    ReturnType<typeof createTable>,
    ReturnType<typeof createTable>,
  ];
  const tables = createBoundTables(2);
  tables.using(one);
  tables.using(two);
  tables.using(one);
  expect(rested).toEqual([]);
  tables.using(three);
  expect(rested).toEqual(["two"]);
  tables.using(two);
  expect(rested).toEqual(["two", "one"]);
});

it("passes over a table that is in use, and forgets one that is gone", () => {
  const rested: string[] = [];
  const busy = createTable("busy", rested, true);
  const idle = createTable("idle", rested);
  const gone = createTable("gone", rested);
  const tables = createBoundTables(2);
  tables.using(busy);
  tables.using(gone);
  tables.forget(gone);
  tables.using(idle);
  expect(rested).toEqual([]);
  tables.using(createTable("new", rested));
  expect(rested).toEqual(["idle"]);
});
