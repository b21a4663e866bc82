import { CallbackFailed, within } from "../callback.ts";
import { proxyErrors } from "../errors.ts";
import type { OwnershipStore } from "./ownership-store.ts";

/** Maximum milliseconds that a store may take for one call. */
const storeMs = 5_000;

/** Wraps the store for the policy: when the store fails or hangs, the request ends with 503. */
export function guardStore(store: OwnershipStore): OwnershipStore {
  async function ask<T>(name: keyof OwnershipStore, question: () => Promise<T>): Promise<T> {
    try {
      return await within(question(), storeMs, `ownership.${name}`);
    } catch (error) {
      throw new CallbackFailed("ownership", proxyErrors.storeFailed(), error);
    }
  }
  return {
    claim: (kind, id, caller) => ask("claim", () => store.claim(kind, id, caller)),
    ownerOf: (kind, id) => ask("ownerOf", () => store.ownerOf(kind, id)),
    listOwned: (kind, caller) => ask("listOwned", () => store.listOwned(kind, caller)),
    release: (kind, id) => ask("release", () => store.release(kind, id)),
  };
}
