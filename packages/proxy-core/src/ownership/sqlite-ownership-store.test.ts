import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { describeLastingStore } from "../../testing/ownership-contract.ts";
import { createSqliteOwnershipStore } from "./sqlite-ownership-store.ts";

describeLastingStore("a store in SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-owners-"));
  const databases: DatabaseSync[] = [];
  let count = 0;
  const openFile = () => {
    const database = new DatabaseSync(join(folder, `${count}.db`));
    databases.push(database);
    return createSqliteOwnershipStore(database);
  };
  return {
    async open() {
      count += 1;
      return openFile();
    },
    reopen: async () => openFile(),
    place: () => ({ sqlite: join(folder, `${count}.db`) }),
    async close() {
      for (const database of databases) database.close();
      await rm(folder, { recursive: true });
    },
  };
});

test("forgets answers after a day, runs after a month, and nothing else", async () => {
  const database = new DatabaseSync(":memory:");
  const store = createSqliteOwnershipStore(database);
  for (const kind of ["answer", "run", "file"] as const) await store.claim(kind, "old", "anna");
  const age = (days: number) =>
    database.exec(`UPDATE headwater_owners SET claimed_at = claimed_at - ${days} * 86400000`);
  age(2);
  for (const kind of ["answer", "run", "file"] as const) await store.claim(kind, "new", "anna");
  expect(await store.ownerOf("answer", "old")).toBeUndefined();
  expect(await store.ownerOf("run", "old")).toBe("anna");
  age(31);
  for (const kind of ["answer", "run", "file"] as const) await store.claim(kind, "newest", "anna");
  expect(await store.ownerOf("run", "old")).toBeUndefined();
  expect(await store.ownerOf("file", "old")).toBe("anna");
  database.close();
});

test.each(["a b", "owners; drop table x", "", "1a", 'a"b'])("the table %j is refused", (table) => {
  expect(() => createSqliteOwnershipStore(new DatabaseSync(":memory:"), { table })).toThrow(TypeError);
});
