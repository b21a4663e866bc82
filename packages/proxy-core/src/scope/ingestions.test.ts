import { LRUCache } from "lru-cache";
import { expect, test } from "vitest";
import type { FileReady } from "../options/proxy-options.ts";
import { createMemoryOwnershipStore } from "../ownership/memory-ownership-store.ts";
import { createIngestions } from "./ingestions.ts";

const completed = { status: "Completed", file_id: "f1", file_name: "a.md" };

function setUp(onFileReady: (file: FileReady) => void | Promise<void> = () => {}) {
  const store = createMemoryOwnershipStore();
  const told: FileReady[] = [];
  const failures: unknown[] = [];
  const clock = { now: 0 };
  const ingestions = createIngestions({
    store,
    onFileReady: async (file) => {
      told.push(file);
      await onFileReady(file);
    },
    onFailure: (stage) => failures.push(stage),
    missingSince: new LRUCache({ max: 10 }),
    announcing: new Map(),
    now: () => clock.now,
  });
  return { store, told, failures, clock, ingestions };
}

test("of several requests that see the end at once, one tells the application", async () => {
  const { store, told, ingestions } = setUp();
  await store.claim("ingestion", "b1", "anna");
  await Promise.all([1, 2, 3].map(() => ingestions.observe("b1", "anna", completed)));
  expect(told).toEqual([{ id: "b1", caller: "anna", fileId: "f1", fileName: "a.md", buildId: "b1" }]);
  expect(await store.listOwned("ingestion", "anna")).toEqual([]);
  expect(await store.ownerOf("file", "f1")).toBe("anna");
});

test("a file that is another's already stays theirs", async () => {
  const { store, ingestions } = setUp();
  await store.claim("file", "f1", "bob");
  await store.claim("ingestion", "b1", "anna");
  await ingestions.observe("b1", "anna", completed);
  expect(await store.ownerOf("file", "f1")).toBe("bob");
});

test("a partly successful end is ready, a failed one is not", async () => {
  const { store, told, ingestions } = setUp();
  for (const [buildId, status] of [
    ["b1", "Completed with errors"],
    ["b2", "Processing failed"],
  ]) {
    await store.claim("ingestion", buildId ?? "", "anna");
    await ingestions.observe(buildId ?? "", "anna", { ...completed, status });
  }
  expect(told.map(({ buildId }) => buildId)).toEqual(["b1"]);
  expect(await store.listOwned("ingestion", "anna")).toEqual([]);
});

test("a build that stays unknown is given up after a minute, not before", async () => {
  const { store, clock, ingestions } = setUp();
  await store.claim("ingestion", "b1", "anna");
  for (const [now, open] of [
    [0, ["b1"]],
    [60_000, ["b1"]],
    [60_001, []],
  ] as const) {
    clock.now = now;
    await ingestions.observe("b1", "anna", { status: "not_found" });
    expect(await store.listOwned("ingestion", "anna")).toEqual(open);
  }
});

test("a build the service cannot tell about leaves the others alone", async () => {
  const { store, failures, ingestions } = setUp();
  await store.claim("ingestion", "b1", "anna");
  await store.claim("ingestion", "b2", "anna");
  const build = async (id: string) => {
    if (id === "b1") throw new Error("500");
    return completed;
  };
  expect(
    await ingestions.refresh("anna", { build, sources: async () => [], citedFiles: async () => null }),
  ).toBe(true);
  expect(failures).toEqual(["upstream"]);
  expect(await store.listOwned("ingestion", "anna")).toEqual(["b1"]);
  expect(await store.listOwned("file", "anna")).toEqual(["f1"]);
});

test("an application that could not be told is told later", async () => {
  let fails = true;
  const { store, told, failures, ingestions } = setUp(() => {
    if (fails) throw new Error("no database");
  });
  await store.claim("ingestion", "b1", "anna");
  await ingestions.observe("b1", "anna", completed);
  expect(failures).toEqual(["onFileReady"]);
  fails = false;
  await ingestions.observe("b1", "anna", completed);
  await ingestions.observe("b1", "anna", completed);
  expect(told).toHaveLength(2);
});

test.each([undefined, null, {}, "text", [], { status: "Pending" }])("%o says nothing yet", async (build) => {
  const { store, told, ingestions } = setUp();
  await store.claim("ingestion", "b1", "anna");
  await ingestions.observe("b1", "anna", build);
  expect(await store.listOwned("ingestion", "anna")).toEqual(["b1"]);
  expect(told).toEqual([]);
});

test("a process that ends while it tells the application leaves the build to the next one", async () => {
  const { store, told, ingestions } = setUp(() => new Promise(() => {}));
  await store.claim("ingestion", "b1", "anna");
  void ingestions.observe("b1", "anna", completed);
  await expect.poll(() => told.length).toBe(1);
  expect(await store.listOwned("ingestion", "anna")).toEqual(["b1"]);
});
