import {
  attribute,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
} from "./html-tree.ts";
import { isHidden } from "./vocabulary.ts";

const tableRoles = new Set(["table", "grid", "treegrid"]);
const cellRoles: ReadonlyMap<string, string> = new Map([
  ["cell", "td"],
  ["gridcell", "td"],
  ["rowheader", "th"],
  ["columnheader", "th"],
]);
const minRows = 2;
/** Each of them is searched as a whole, so that more inside each other would cost their number times the page. */
const maxNested = 3;

/**
 * Turns elements that say with their roles that they are tables, as the grids of applications do, into tables. Left alone
 * where they hold text outside of cells.
 */
export function makeRoleTables(document: HtmlDocument): void {
  const open: { parent: HtmlDocument | HtmlElement; within: number }[] = [{ parent: document, within: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.parent.childNodes) {
      if (!isElement(child)) continue;
      const isCandidate =
        next.within < maxNested && tableRoles.has(roleOf(child)) && child.tagName !== "table";
      const rows = isCandidate ? rowsIn(child) : undefined;
      if (rows && rows.length >= minRows && rows.some(({ childNodes }) => childNodes.length > 1)) {
        Object.assign(child, { tagName: "table", nodeName: "table", childNodes: rows });
        for (const row of rows) row.parentNode = child;
      }
      open.push({ parent: child, within: next.within + (isCandidate ? 1 : 0) });
    }
  }
}

const roleOf = (element: HtmlElement): string => attribute(element, "role")?.trim().toLowerCase() ?? "";

/** The rows inside an element as `tr`. Undefined where something else has text. */
function rowsIn(table: HtmlElement): HtmlElement[] | undefined {
  const rows: HtmlElement[] = [];
  const isWhole = eachWith(
    table,
    (element) => roleOf(element) === "row",
    (row) => {
      const cells: HtmlElement[] = [];
      const isWholeRow = eachWith(
        row,
        (element) => cellRoles.has(roleOf(element)),
        (cell) => {
          const tagName = cellRoles.get(roleOf(cell)) ?? "td";
          for (const name of ["colspan", "rowspan"]) {
            const value = attribute(cell, `aria-${name}`);
            if (value) cell.attrs.push({ name, value });
          }
          cells.push(Object.assign(cell, { tagName, nodeName: tagName, parentNode: row }));
          return true;
        },
      );
      if (!isWholeRow) return false;
      rows.push(Object.assign(row, { tagName: "tr", nodeName: "tr", childNodes: cells }));
      return true;
    },
  );
  return isWhole ? rows : undefined;
}

/** Calls `take` with each outermost element that passes. False once it fails, or where other visible text is found. */
function eachWith(
  root: HtmlElement,
  passes: (element: HtmlElement) => boolean,
  take: (element: HtmlElement) => boolean,
): boolean {
  const open: HtmlNode[] = [...root.childNodes].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (isText(node) && node.value.trim() !== "") return false;
    if (!isElement(node) || isHidden(node)) continue;
    if (!passes(node)) open.push(...[...node.childNodes].reverse());
    else if (!take(node)) return false;
  }
  return true;
}
