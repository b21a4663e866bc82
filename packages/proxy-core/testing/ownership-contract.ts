import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LastingOwnershipStore, OwnershipStore } from "../src/ownership/ownership-store.ts";
import type { StorePlace } from "./ownership-process.ts";
import { useFromProcesses } from "./ownership-processes.ts";

export type StoreUnderTest<Store extends OwnershipStore = OwnershipStore> = {
  /** Opens an empty store. */
  open(): Promise<Store>;
  close?(): Promise<void>;
};

/** What every ownership store must do. */
export function describeOwnershipStore(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: OwnershipStore;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close?.());
    beforeEach(async () => {
      store = await under.open();
    });

    test("the first to claim keeps, and each kind has ids of its own", async () => {
      await store.claim("file", "1", "anna");
      await store.claim("file", "1", "bob");
      await store.claim("build", "1", "bob");
      expect(await store.ownerOf("file", "1")).toBe("anna");
      expect(await store.ownerOf("build", "1")).toBe("bob");
      expect(await store.ownerOf("conversation", "1")).toBeUndefined();
      expect(await store.listOwned("file", "anna")).toEqual(["1"]);
      expect(await store.listOwned("file", "bob")).toEqual([]);
    });

    test("of many who claim at once, one becomes the owner, and stays it", async () => {
      const callers = Array.from({ length: 20 }, (_, index) => `caller-${index}`);
      await Promise.all(callers.map((caller) => store.claim("file", "f", caller)));
      const owner = await store.ownerOf("file", "f");
      expect(callers).toContain(owner);
      const lists = await Promise.all(callers.map((caller) => store.listOwned("file", caller)));
      expect(callers.filter((_, index) => lists[index]?.length)).toEqual([owner]);
    });

    test("lists the oldest first, and an id that was claimed again does not move", async () => {
      for (const id of ["c", "a", "b", "c"]) await store.claim("conversation", id, "anna");
      expect(await store.listOwned("conversation", "anna")).toEqual(["c", "a", "b"]);
      await store.release("conversation", "c");
      await store.claim("conversation", "c", "anna");
      expect(await store.listOwned("conversation", "anna")).toEqual(["a", "b", "c"]);
    });

    test("callers and ids cannot be spelled into each other", async () => {
      const hostile = [
        "anna b",
        "a:b",
        "a'b",
        'a"b',
        "a\\b",
        "%",
        "ü",
        "__proto__",
        "a}b",
        "*",
        "x".repeat(256),
      ];
      for (const caller of hostile) await store.claim("file", `of ${caller}`, caller);
      for (const caller of hostile) {
        expect(await store.listOwned("file", caller)).toEqual([`of ${caller}`]);
        expect(await store.ownerOf("file", `of ${caller}`)).toBe(caller);
      }
      await store.claim("file", "x", "anna b");
      await store.claim("file", "anna x", "b");
      expect(await store.listOwned("file", "anna")).toEqual([]);
      expect(await store.listOwned("file", "A:B")).toEqual([]);
      expect(await store.ownerOf("file", "b x")).toBeUndefined();
    });

    test("of many who release, one was first", async () => {
      for (const kind of ["ingestion", "build", "file", "conversation", "answer", "run"] as const) {
        await store.claim(kind, "b1", "anna");
        const released = await Promise.all(Array.from({ length: 10 }, () => store.release(kind, "b1")));
        expect(released.filter(Boolean)).toHaveLength(1);
        expect(await store.ownerOf(kind, "b1")).toBeUndefined();
      }
      expect(await store.listOwned("ingestion", "anna")).toEqual([]);
      expect(await store.release("file", "never there")).toBe(false);
    });

    test("takes hundreds of ids of one caller", async () => {
      const ids = Array.from({ length: 500 }, (_, index) => `f-${index}`);
      for (let at = 0; at < ids.length; at += 100)
        await Promise.all(ids.slice(at, at + 100).map((id) => store.claim("file", id, "anna")));
      expect([...(await store.listOwned("file", "anna"))].sort()).toEqual([...ids].sort());
    });
  });
}

export type LastingStoreUnderTest = StoreUnderTest<LastingOwnershipStore> & {
  /** Opens a second store over the same records. */
  reopen(): Promise<LastingOwnershipStore>;
  /** Where the store that was opened last is. */
  place(): StorePlace;
};

/** What a lasting store must do besides. */
export function describeLastingStore(name: string, start: () => Promise<LastingStoreUnderTest>): void {
  describeOwnershipStore(name, start);
  describe(`${name}, lasting`, () => {
    let under: Awaited<ReturnType<typeof start>>;
    let store: LastingOwnershipStore;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close?.());
    beforeEach(async () => {
      store = await under.open();
    });
    afterEach(async () => {
      for (const { buildId } of await store.listOpen(100)) await store.release("ingestion", buildId);
    });

    test("keeps its records for the next process, and shares them with others", async () => {
      await store.claim("file", "f1", "anna");
      await store.claim("ingestion", "b1", "anna");
      const other = await under.reopen();
      expect(await other.ownerOf("file", "f1")).toBe("anna");
      expect(await other.listOpen(10)).toEqual([{ buildId: "b1", caller: "anna" }]);
      expect(await other.release("ingestion", "b1")).toBe(true);
      expect(await store.release("ingestion", "b1")).toBe(false);
    });

    test("lists the open ingestions of all callers, oldest first, at most as many as asked for", async () => {
      for (const [id, caller] of [
        ["b3", "anna"],
        ["b1", "bob"],
        ["b2", "anna"],
      ] as const) {
        await store.claim("build", id, caller);
        await store.claim("ingestion", id, caller);
      }
      expect(await store.listOpen(2)).toEqual([
        { buildId: "b3", caller: "anna" },
        { buildId: "b1", caller: "bob" },
      ]);
      await store.release("ingestion", "b3");
      expect((await store.listOpen(10)).map(({ buildId }) => buildId)).toEqual(["b1", "b2"]);
    });

    test.each([2, 4])(
      "%d processes use it at once: no call fails, and each id has one owner",
      async (count) => {
        // Each round has four calls. The long test has 10,000.
        const rounds = 40;
        await store.claim("file", "shared-0", "process-0");
        for (let round = 0; round < rounds; round++) await store.claim("build", `contested-${round}`, "anna");
        const reports = await useFromProcesses(under.place(), count, rounds);
        expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
        expect(reports.flatMap(({ wrong }) => wrong)).toEqual([]);
        expect(reports.reduce((sum, { won }) => sum + won, 0)).toBe(rounds);
        const owned = await Promise.all(
          reports.map((_, index) => store.listOwned("file", `process-${index}`)),
        );
        expect(owned.flat().sort()).toEqual(
          Array.from({ length: rounds }, (_, round) => `shared-${round}`).sort(),
        );
        expect(owned[0]?.[0]).toBe("shared-0");
      },
    );
  });
}
