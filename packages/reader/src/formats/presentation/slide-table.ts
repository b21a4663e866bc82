import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, tableBlock } from "../../markup/blocks.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import { runsText, tidyRuns } from "../../markup/inline.ts";
import { runsMarkdown } from "../../markup/inline-markdown.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { bodyParagraphs, paragraphRuns } from "../../ooxml/drawing-text.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { child, type XmlNode } from "../../package/xml-tree.ts";

/** A table (`a:tbl`) of a slide. Its style says whether the first row is headings. */
export function slideTable(
  table: XmlNode,
  part: OfficePart,
  options: BlockOptions,
): ParsedElement | undefined {
  const rows = table.children
    .filter(({ name }) => name === "a:tr")
    .map((row) => row.children.filter(({ name, attributes }) => name === "a:tc" && !isCovered(attributes)));
  const cells = rows.map((row) => row.map((cell) => tableCell(cell, part)));
  const styled = ["1", "true"].includes(child(table, "a:tblPr")?.attributes.firstRow ?? "");
  const isHeaded = styled && cells.length > 1 && cells[0]?.some(({ text }) => text !== "");
  return tableBlock(cells, isHeaded ? stackedRows(cells, 0) : documentHeaderRows(cells), options);
}

const isCovered = ({ hMerge, vMerge }: Readonly<Record<string, string>>): boolean =>
  [hMerge, vMerge].some((value) => value === "1" || value === "true");

function tableCell(cell: XmlNode, part: OfficePart): TableCell {
  const lines = bodyParagraphs(child(cell, "a:txBody")).map((paragraph) =>
    tidyRuns(paragraphRuns(paragraph, part.relationships)),
  );
  const filled = lines.filter((runs) => runsText(runs) !== "");
  return {
    text: filled.map(runsText).join("\n"),
    markdown: filled.map(runsMarkdown).join("\n"),
    colspan: Number(cell.attributes.gridSpan ?? 1) || 1,
    rowspan: Number(cell.attributes.rowSpan ?? 1) || 1,
  };
}
