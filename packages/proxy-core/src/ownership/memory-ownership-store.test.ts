import { expect, test } from "vitest";
import { createMemoryOwnershipStore } from "./memory-ownership-store.ts";

test("the first to claim keeps, and each kind has ids of its own", async () => {
  const store = createMemoryOwnershipStore();
  await store.claim("file", "1", "anna");
  await store.claim("file", "1", "bob");
  await store.claim("build", "1", "bob");
  expect(await store.ownerOf("file", "1")).toBe("anna");
  expect(await store.ownerOf("build", "1")).toBe("bob");
  expect(await store.ownerOf("conversation", "1")).toBeUndefined();
  expect(await store.listOwned("file", "anna")).toEqual(["1"]);
  expect(await store.listOwned("file", "bob")).toEqual([]);
});

test("callers and ids cannot be spelled into each other", async () => {
  const store = createMemoryOwnershipStore();
  await store.claim("file", "x", "anna b");
  await store.claim("file", "anna x", "b");
  expect(await store.listOwned("file", "anna")).toEqual([]);
  expect(await store.ownerOf("file", "b x")).toBeUndefined();
  expect(await store.ownerOf("file", "__proto__")).toBeUndefined();
});

test("of two who release, one was first", async () => {
  const store = createMemoryOwnershipStore();
  await store.claim("ingestion", "b1", "anna");
  expect(await Promise.all([store.release("ingestion", "b1"), store.release("ingestion", "b1")])).toEqual([
    true,
    false,
  ]);
  expect(await store.listOwned("ingestion", "anna")).toEqual([]);
});

test("keeps within its bound: what was not used for longest is forgotten, from the lists too", async () => {
  const store = createMemoryOwnershipStore({ maxEntries: 2 });
  await store.claim("file", "1", "anna");
  await store.claim("file", "2", "anna");
  await store.ownerOf("file", "1");
  await store.claim("file", "3", "bob");
  expect(await store.listOwned("file", "anna")).toEqual(["1"]);
  expect(await store.ownerOf("file", "2")).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN])("a bound of %d is refused", (maxEntries) => {
  expect(() => createMemoryOwnershipStore({ maxEntries })).toThrow(/maxEntries/);
});

test("one who asks many questions makes nobody's files forgotten", async () => {
  const store = createMemoryOwnershipStore({ maxEntries: 2 });
  await store.claim("file", "1", "anna");
  for (let count = 0; count < 10; count++) await store.claim("conversation", `c${count}`, "mallory");
  expect(await store.ownerOf("file", "1")).toBe("anna");
  expect(await store.ownerOf("conversation", "c7")).toBeUndefined();
  expect(await store.ownerOf("conversation", "c8")).toBe("mallory");
});
