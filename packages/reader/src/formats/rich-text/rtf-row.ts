import type { CellMerge, RowShape } from "../../markup/merged-cells.ts";

/** The row that control words describe: it counts for all rows that follow, until the next description. */
export type RtfRow = RowShape & { isHeader: boolean };

const merges: ReadonlyMap<string, CellMerge> = new Map([
  ["clmrg", "left"],
  ["clvmgf", "start"],
  ["clvmrg", "down"],
] as const);

/** Takes the control words that describe a row. Widths are in twentieths of a point. */
export function createRowReader() {
  let row: RtfRow = { edges: [0], merges: [], isHeader: false };
  let merge: CellMerge;
  return {
    /** Whether the word is about the form of a row. */
    take(name: string, value = 0): boolean {
      if (name === "trowd") row = { edges: [0], merges: [], isHeader: false };
      else if (name === "trleft") row.edges[0] = value;
      else if (name === "trhdr") row.isHeader = true;
      else if (merges.has(name)) merge = merges.get(name);
      else if (name === "cellx") {
        row.edges.push(value);
        row.merges.push(merge);
        merge = undefined;
      } else return false;
      return true;
    },
    row: (): RtfRow => row,
  };
}
