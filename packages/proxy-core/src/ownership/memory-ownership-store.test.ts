import { afterEach, describe, expect, test, vi } from "vitest";
import { describeOwnershipStore } from "../../testing/ownership-contract.ts";
import { createMemoryOwnershipStore } from "./memory-ownership-store.ts";

describeOwnershipStore("a store in memory", async () => ({ open: async () => createMemoryOwnershipStore() }));

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

test("takes no memory for what it does not hold yet", () => {
  const before = process.memoryUsage().heapUsed;
  const stores = Array.from({ length: 20 }, () => createMemoryOwnershipStore());
  const bytesEach = (process.memoryUsage().heapUsed - before) / stores.length;
  expect(bytesEach).toBeLessThan(1024 ** 2);
});

test("one who asks many questions makes nobody's files forgotten", async () => {
  const store = createMemoryOwnershipStore({ maxEntries: 2 });
  await store.claim("file", "1", "anna");
  for (let count = 0; count < 10; count++) await store.claim("conversation", `c${count}`, "mallory");
  expect(await store.ownerOf("file", "1")).toBe("anna");
  expect(await store.ownerOf("conversation", "c7")).toBeUndefined();
  expect(await store.ownerOf("conversation", "c8")).toBe("mallory");
});

describe("in production", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const claimTwice = async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const store = createMemoryOwnershipStore();
    expect(warned).not.toHaveBeenCalled();
    await store.claim("file", "1", "anna");
    await store.claim("file", "2", "anna");
    return warned.mock.calls;
  };

  test("says once, when it records something, what a restart does and what to use instead", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const calls = await claimTwice();
    expect(calls).toHaveLength(1);
    expect(String(calls[0])).toMatch(
      /restart.*createSqliteOwnershipStore.*createPostgresOwnershipStore.*createRedisOwnershipStore/s,
    );
  });

  test("it says nothing elsewhere", async () => {
    vi.stubEnv("NODE_ENV", "development");
    expect(await claimTwice()).toEqual([]);
  });
});
