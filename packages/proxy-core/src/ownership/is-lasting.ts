import type { LastingOwnershipStore, OwnershipStore } from "./ownership-store.ts";

export const isLasting = (store: OwnershipStore | undefined): store is LastingOwnershipStore =>
  store !== undefined && "lasting" in store && store.lasting === true;
