"use client";

import type { Element } from "@headwater/client";
import { useMemo, useRef } from "react";
import type { CellGrid } from "./cell-grid.ts";
import { goesOn, type JoinedTable, joinTables, type Piece } from "./join-tables.ts";
import { readMarkup } from "./read-markup.ts";

export type SheetPart = { key: string; table: JoinedTable } | { key: string; element: Element };

/** The parts of a sheet in order: tables, those that go on from each other as one, and everything else. */
export function useSheetParts(elements: readonly Element[]): SheetPart[] {
  // More elements come while the user scrolls. The markup of each is read once.
  const grids = useRef(new Map<Element, CellGrid>());
  return useMemo(() => {
    const runs: (Element | Piece[])[] = [];
    for (const element of elements) {
      if (element.element_type !== "Table" || !element.html) {
        runs.push(element);
        continue;
      }
      const grid = grids.current.get(element) ?? readMarkup(element.html);
      grids.current.set(element, grid);
      const run = runs.at(-1);
      const before = Array.isArray(run) ? run.at(-1) : undefined;
      const piece = { element, grid };
      if (Array.isArray(run) && before && goesOn(before, piece)) run.push(piece);
      else runs.push([piece]);
    }
    return runs.map((run, index) =>
      Array.isArray(run)
        ? { key: run[0]?.element.element_id ?? String(index), table: joinTables(run) }
        : { key: run.element_id ?? String(index), element: run },
    );
  }, [elements]);
}
