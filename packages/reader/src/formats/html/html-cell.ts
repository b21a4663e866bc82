import type { ParsedElement } from "../../element.ts";
import type { InlineRun } from "../../markup/inline.ts";
import { runsMarkdown } from "../../markup/inline-markdown.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { attribute, type HtmlElement } from "./html-tree.ts";

/** A cell from the elements inside it. `only` are its runs when it has no blocks. It spans at most `rowsLeft` rows. */
export function cellOf(
  cell: HtmlElement,
  rowsLeft: number,
  elements: readonly ParsedElement[],
  only: InlineRun[] | undefined,
): TableCell {
  const parts = elements.filter((element) => element.text !== "");
  const rowspan = span(attribute(cell, "rowspan"));
  const simple = only && parts.length === 1;
  return {
    text: parts
      .map((part) => (part.type === "ListItem" && parts.length > 1 ? `- ${part.text}` : part.text))
      .join("\n"),
    markdown: simple ? runsMarkdown(only) || undefined : parts.map(cellMarkdown).join("\n"),
    colspan: span(attribute(cell, "colspan")),
    rowspan: rowspan && Math.min(rowspan, rowsLeft),
  };
}

function cellMarkdown(part: ParsedElement): string {
  if (part.type === "Title") return `**${part.text}**`;
  if (part.type === "Table" || part.type === "CodeSnippet") return part.text.replace(/[\\`*<]/g, "\\$&");
  return part.markdown ?? part.text;
}

function span(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? "", 10);
  // rowspan="0" means all rows to the end.
  return Number.isNaN(number) ? undefined : number === 0 ? 65_534 : number;
}
