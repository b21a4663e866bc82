import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Table } from "@lancedb/lancedb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRenewableTable } from "./renewable-table.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-renewable-"));
  const connection = await connect(folder);
  (await connection.createTable("notes", [{ terms: "x" }])).close();
  connection.close();
});
afterAll(() => rm(folder, { recursive: true }));

it("gives a new opening after a renewal, and closes the old one when the work on it has ended", async () => {
  const notes = await createRenewableTable(folder, (connection) => connection.openTable("notes"));
  const release = Promise.withResolvers<void>();
  let old: Table | undefined;
  const reading = notes.use(async (table) => {
    old = table;
    await release.promise;
    return table.countRows();
  });
  await notes.renew();
  const newest = await notes.use(async (table) => table);
  expect(newest).not.toBe(old);
  expect(old?.isOpen()).toBe(true);
  release.resolve();
  expect(await reading).toBe(1);
  await expect.poll(() => old?.isOpen()).toBe(false);
  expect(newest.isOpen()).toBe(true);
  await notes.close();
  expect(newest.isOpen()).toBe(false);
});

it("keeps the opening it has when a renewal fails", async () => {
  let fails = false;
  const notes = await createRenewableTable(folder, (connection) =>
    fails ? Promise.reject(new Error("Too many open files")) : connection.openTable("notes"),
  );
  fails = true;
  await expect(notes.renew()).rejects.toThrow("Too many open files");
  expect(await notes.use((table) => table.countRows())).toBe(1);
  await notes.close();
});

it("rests when no work is under way, and is opened again by the next work", async () => {
  const notes = await createRenewableTable(folder, (connection) => connection.openTable("notes"));
  const release = Promise.withResolvers<void>();
  const reading = notes.use(async () => release.promise);
  expect(notes.rest()).toBe(false);
  release.resolve();
  await reading;
  const before = await notes.use(async (table) => table);
  expect(notes.rest()).toBe(true);
  expect(before.isOpen()).toBe(false);
  const counts = await Promise.all([1, 2, 3].map(() => notes.use((table) => table.countRows())));
  expect(counts).toEqual([1, 1, 1]);
  await notes.renew();
  await notes.close();
});
