import type { StructureNode } from "../page/page.ts";
import type { TaggedCell, TaggedRow } from "./tagged-cell.ts";

const plain = /^(?:NonStruct|Div)$/;
const inText = /^(?:NonStruct|Div|P|Span|Link|Em|Strong|Sub|Quote|Annot)$/;

type Child = StructureNode["children"][number];

/** Text inside of its block: browsers put each piece in an element of its own. */
export const isTextRun = (node: StructureNode): boolean =>
  node.role === "NonStruct" &&
  node.children.length > 0 &&
  node.children.every((child) => typeof child === "number");

/**
 * The rows that begin with a child: elements without a meaning that hold such elements, which hold texts. This is how
 * browsers print tables without headings, and boxes beside each other. Fewer than two rows of several cells are not a table.
 */
export function untaggedRows(children: readonly Child[], from: number): TaggedRow[] {
  const rows: TaggedRow[] = [];
  for (let index = from; index < children.length; index += 1) {
    const child = children[index];
    const cells = child !== undefined && typeof child !== "number" ? cellsOf(child) : null;
    if (cells === null) break;
    rows.push({ cells, isHead: false });
  }
  while ((rows.at(-1)?.cells.length ?? 2) < 2) rows.pop();
  const isTable =
    (rows[0]?.cells.length ?? 0) >= 2 && rows.filter(({ cells }) => cells.length >= 2).length >= 2;
  return isTable ? rows : [];
}

function cellsOf(row: StructureNode): TaggedCell[] | null {
  const cells = row.children.filter((child) => typeof child !== "number");
  if (!plain.test(row.role) || cells.length === 0 || !cells.every(isCell)) return null;
  return cells.map((cell) => ({ contents: contentsIn(cell), isHeader: false, columns: 1, rows: 1 }));
}

const isCell = (node: StructureNode): boolean => plain.test(node.role) && !isTextRun(node) && holdsText(node);

const holdsText = (node: StructureNode): boolean =>
  node.children.every((child) => typeof child === "number" || (inText.test(child.role) && holdsText(child)));

const contentsIn = (node: StructureNode): number[] =>
  node.children.flatMap((child) => (typeof child === "number" ? [child] : contentsIn(child)));
