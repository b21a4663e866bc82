import { LRUCache } from "lru-cache";
import type { OwnedKind, OwnershipStore } from "./ownership-store.ts";

export type MemoryOwnershipStoreOptions = {
  /** How many ids of each kind are remembered. Beyond, those not used for longest are forgotten. Default 100 000. */
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
  // Apart, so that a caller who asks many questions makes nobody's files forgotten.
  const owners: Record<OwnedKind, Owners> = {
    build: createOwners(maxEntries),
    ingestion: createOwners(maxEntries),
    file: createOwners(maxEntries),
    conversation: createOwners(maxEntries),
  };
  return {
    claim: async (kind, id, caller) => owners[kind].claim(id, caller),
    ownerOf: async (kind, id) => owners[kind].ownerOf(id),
    listOwned: async (kind, caller) => owners[kind].listOwned(caller),
    release: async (kind, id) => owners[kind].release(id),
  };
}

type Owners = ReturnType<typeof createOwners>;

/** The owners of one kind, by id, with the ids of each owner beside them. */
function createOwners(max: number) {
  const idsOf = new Map<string, Set<string>>();
  const callers = new LRUCache<string, string>({
    max,
    // Also when the oldest makes room for a new one.
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
