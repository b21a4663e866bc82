import { LRUCache } from "lru-cache";
import { recentEntries } from "../recent-entries.ts";
import type { OwnedKind, OwnershipStore } from "./ownership-store.ts";

export type MemoryOwnershipStoreOptions = {
  /**
   * Maximum number of ids of each kind. Beyond it, the ids that were not used for the longest time are forgotten.
   * Default 100 000.
   */
  maxEntries?: number;
};

/**
 * An ownership store in the memory of this process. A restart empties it, and processes do not share it. When an id is
 * forgotten, its caller loses access; no other caller gains it. In production (`NODE_ENV`) it warns once.
 */
export function createMemoryOwnershipStore({
  maxEntries = 100_000,
}: MemoryOwnershipStoreOptions = {}): OwnershipStore {
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw new TypeError("createMemoryOwnershipStore: maxEntries must be a whole number of at least 1");
  // Each kind has its own store, so that a caller with many questions cannot push out anybody's files.
  const owners: Record<OwnedKind, Owners> = {
    build: createOwners(maxEntries),
    ingestion: createOwners(maxEntries),
    file: createOwners(maxEntries),
    conversation: createOwners(maxEntries),
    answer: createOwners(maxEntries),
    run: createOwners(maxEntries),
  };
  let isTold = false;
  const warnOnce = () => {
    if (isTold || !isProduction()) return;
    isTold = true;
    console.warn(
      "documents proxy: the owners of files are kept in memory. A restart forgets them, and their callers lose their files. " +
        "Set ownership to a store that lasts: createSqliteOwnershipStore, createPostgresOwnershipStore or " +
        "createRedisOwnershipStore, of @headwater/proxy-core/sqlite, /postgres and /redis",
    );
  };
  return {
    async claim(kind, id, caller) {
      warnOnce();
      owners[kind].claim(id, caller);
    },
    ownerOf: async (kind, id) => owners[kind].ownerOf(id),
    listOwned: async (kind, caller) => owners[kind].listOwned(caller),
    release: async (kind, id) => owners[kind].release(id),
  };
}

// Next.js replaces this very expression when it builds. Runtimes without `process` do not know whether it is production.
const isProduction = () => typeof process !== "undefined" && process.env.NODE_ENV === "production";

type Owners = ReturnType<typeof createOwners>;

/** The owners of one kind by id, and the ids of each owner. */
function createOwners(max: number) {
  const idsOf = new Map<string, Set<string>>();
  const callers = new LRUCache<string, string>({
    ...recentEntries(max),
    // Also called when the oldest entry makes room for a new one.
    dispose(caller, id) {
      const ids = idsOf.get(caller);
      ids?.delete(id);
      if (ids?.size === 0) idsOf.delete(caller);
    },
  });
  return {
    claim(id: string, caller: string): void {
      if (callers.has(id)) return;
      callers.set(id, caller);
      const ids = idsOf.get(caller);
      if (ids) ids.add(id);
      else idsOf.set(caller, new Set([id]));
    },
    ownerOf: (id: string) => callers.get(id),
    listOwned: (caller: string) => [...(idsOf.get(caller) ?? [])],
    release: (id: string) => callers.delete(id),
  };
}
