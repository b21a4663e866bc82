import { LRUCache } from "lru-cache";
import type { OwnedKind, OwnershipStore } from "./ownership-store.ts";

export type MemoryOwnershipStoreOptions = {
  /** How many ids are remembered in all. Beyond, those not used for longest are forgotten. Default 100 000. */
  maxEntries?: number;
};

/**
 * An ownership store in the memory of this process: lost at a restart, not shared between processes. What is forgotten
 * is closed to its caller, never opened to others.
 */
export function createMemoryOwnershipStore({
  maxEntries = 100_000,
}: MemoryOwnershipStoreOptions = {}): OwnershipStore {
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw new TypeError("createMemoryOwnershipStore: maxEntries must be a whole number of at least 1");
  const owned = new Map<string, Set<string>>();
  const listKey = (kind: OwnedKind, caller: string) => `${kind} ${caller}`;

  const owners = new LRUCache<string, { kind: OwnedKind; id: string; caller: string }>({
    max: maxEntries,
    // Also when the oldest makes room for a new one.
    dispose({ kind, id, caller }) {
      const key = listKey(kind, caller);
      const ids = owned.get(key);
      ids?.delete(id);
      if (ids?.size === 0) owned.delete(key);
    },
  });

  return {
    async claim(kind, id, caller) {
      const key = `${kind} ${id}`;
      if (owners.has(key)) return;
      owners.set(key, { kind, id, caller });
      const list = listKey(kind, caller);
      const ids = owned.get(list);
      if (ids) ids.add(id);
      else owned.set(list, new Set([id]));
    },
    ownerOf: async (kind, id) => owners.get(`${kind} ${id}`)?.caller,
    listOwned: async (kind, caller) => [...(owned.get(listKey(kind, caller)) ?? [])],
    release: async (kind, id) => owners.delete(`${kind} ${id}`),
  };
}
