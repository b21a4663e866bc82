import type { RenewableTable } from "./renewable-table.ts";

/** Tables open at a time, of all projects: each keeps up to 80 MB of its index in memory. Opening one takes some 10 ms. */
export const maxOpenTables = 16;

export type BoundTables = {
  /** The table is about to be used. When too many are open, those used longest ago rest; one in use is left out. */
  using(table: Pick<RenewableTable, "rest">): void;
  /** It is no longer there. */
  forget(table: Pick<RenewableTable, "rest">): void;
};

export function createBoundTables(maxOpen: number): BoundTables {
  /** In the order of their last use. */
  const open = new Set<Pick<RenewableTable, "rest">>();
  return {
    using(table) {
      open.delete(table);
      for (const oldest of open) {
        if (open.size < maxOpen) break;
        if (oldest.rest()) open.delete(oldest);
      }
      open.add(table);
    },
    forget: (table) => void open.delete(table),
  };
}
