import { readTable } from "./html-table.ts";
import { attribute, findElement, type HtmlElement, textContent } from "./html-tree.ts";

const minLines = 2;

/**
 * The code of a table that puts line numbers beside it, as one `pre` element. Either a row holds all numbers and all
 * lines (Sphinx, Hugo), or each row is a line (GitHub). Undefined for other tables.
 */
export function codeOfTable(table: HtmlElement): HtmlElement | undefined {
  const rows = readTable(table).rows.map(({ cells }) => cells);
  if (rows.length === 0 || rows.some((cells) => cells.length !== 2)) return undefined;
  const [numbers, code] = rows[0] ?? [];
  if (rows.length === 1) {
    const pre = code && preOf(code);
    return numbers && pre && preOf(numbers) && isCounting(textContent(numbers).trim().split(/\s+/))
      ? pre
      : undefined;
  }
  const isCode = rows.every((cells) => cells[1] && (isCodeCell(cells[1]) || preOf(cells[1])));
  if (!isCode || !isCounting(rows.map((cells) => numberOf(cells[0])))) return undefined;
  const lines = rows.map((cells) => (cells[1] ? textContent(cells[1]).replace(/^\n|\n\s*$/g, "") : ""));
  return preElement(table, lines.join("\n"));
}

const preOf = (cell: HtmlElement): HtmlElement | undefined =>
  findElement(cell, ({ tagName }) => tagName === "pre");

const isCodeCell = (cell: HtmlElement): boolean =>
  /(?:^|[\s_-])code(?:$|[\s_-])/i.test(attribute(cell, "class") ?? "");

/** A number may be written by the style sheet, from an attribute. */
const numberOf = (cell: HtmlElement | undefined): string =>
  cell ? textContent(cell).trim() || (attribute(cell, "data-line-number") ?? "") : "";

const isCounting = (numbers: readonly string[]): boolean =>
  numbers.length >= minLines &&
  numbers.every((number, index) => /^\d+$/.test(number) && Number(number) === Number(numbers[0]) + index);

function preElement(table: HtmlElement, text: string): HtmlElement {
  const pre: HtmlElement = { ...table, tagName: "pre", nodeName: "pre", childNodes: [] };
  pre.childNodes.push({ nodeName: "#text", value: text, parentNode: pre });
  return pre;
}
