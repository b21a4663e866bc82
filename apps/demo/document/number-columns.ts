import type { SafeNode } from "./safe-tree.ts";

type SafeElement = Exclude<SafeNode, string>;

/** A number, with its sign, currency or unit. */
export const number = /^[-–+(]?\s?\p{Sc}?\s?\d[\d.,’'\s]*\s?(?:%|\p{Sc}|[A-Z]{3})?\)?$/u;

/** Finds the table columns that contain only numbers below their heading. None when cells span several columns. */
export function numberColumns(table: readonly SafeNode[]): ReadonlySet<number> {
  const rows = rowsOf(table).map((row) => row.children.filter(isElement));
  if (rows.flat().some(({ span }) => span)) return new Set();
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  return new Set(
    columns.filter((column) => {
      const texts = rows
        .map((cells) => cells[column])
        .filter((cell) => cell?.tag === "td")
        .map((cell) => textOf(cell?.children ?? []).trim())
        .filter((text) => text !== "");
      return texts.length > 0 && texts.every((text) => number.test(text));
    }),
  );
}

const isElement = (node: SafeNode): node is SafeElement => typeof node !== "string";

const rowsOf = (nodes: readonly SafeNode[]): SafeElement[] =>
  nodes.filter(isElement).flatMap((node) => (node.tag === "tr" ? [node] : rowsOf(node.children)));

const textOf = (nodes: readonly SafeNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");
