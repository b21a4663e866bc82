import { linkTarget } from "../../markup/inline.ts";
import { unescaped } from "../../ooxml/escaped-text.ts";
import { shownDate, shownNumber, shownText } from "../../ooxml/number-format.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { readRelationships } from "../../package/relationships.ts";
import { child, readXml, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import { ParseError } from "../../parse-error.ts";
import { areaOf, cellPlace } from "./cell-names.ts";
import type { CellStyles } from "./cell-styles.ts";
import { marginTexts, readComments, richText } from "./comments.ts";
import { readFloating } from "./floating.ts";
import { type FormulaReader, formulaReader } from "./formulas.ts";
import type { Area, Sheet, SheetCell, SheetRow } from "./workbook.ts";

/** What the sheets of a workbook share. */
export type SheetReader = Omit<OfficePart, "relationships"> & {
  strings: readonly string[];
  styles: CellStyles;
  people: ReadonlyMap<string, string>;
  date1904: boolean;
  /** Whether programs must calculate the workbook when they open it, because the one that wrote it did not. */
  isUncalculated: boolean;
  onPiece: () => void;
  /** Whether a reference (`Sheet1!$B$2`) is to cells of a sheet that is not hidden. Their values are read there. */
  isShown(reference: string): boolean;
  /** Counts filled cells; throws ParseError when there are too many. */
  count(cells: number): void;
};

/** Unpacked, a sheet may be this large. Larger ones don't fit into one text. */
const maxSheetBytes = 400 * 1024 * 1024;
const maxMerges = 20_000;
const maxColumns = 16_384;
const maxNamedColumns = 4 * maxColumns;

type Raw = {
  formulas: FormulaReader;
  /** Cells whose formulas have an empty text for a result, if the sheet was calculated. */
  emptyTexts: Set<SheetCell>;
  rows: (SheetRow & { hidden: boolean })[];
  merges: Area[];
  hiddenColumns: Set<number>;
  /** Columns that may still be named as hidden: each of them is named once in an honest file. */
  columnsLeft: number;
  links: Map<string, string>;
  filters: { area: Area; active: boolean }[];
  frozenRows: number;
  margins: XmlNode | undefined;
  drawing: string | undefined;
};

/** Reads one sheet from its XML, row by row. */
export function readSheet(
  part: string,
  { name, number }: { name: string; number: number },
  reader: SheetReader,
): Sheet {
  const { archive } = reader;
  const bytes = archive.read(part) ?? new Uint8Array();
  if (bytes.length > maxSheetBytes) {
    throw new ParseError(
      `The sheet "${name}" is larger than can be read. Split the workbook and upload the parts.`,
    );
  }
  const relationships = readRelationships(archive, part);
  const raw: Raw = {
    formulas: formulaReader(reader.isUncalculated),
    emptyTexts: new Set(),
    rows: [],
    merges: [],
    hiddenColumns: new Set(),
    columnsLeft: maxNamedColumns,
    links: new Map(),
    filters: [],
    frozenRows: 0,
    margins: undefined,
    drawing: undefined,
  };
  const onNode = (node: XmlNode) => {
    if (node.name === "x:row") readRow(node, raw, reader);
    else if (node.name === "x:hyperlink") {
      const target = linkTarget(relationships.get(node.attributes["r:id"] ?? "")?.target);
      if (target) raw.links.set(node.attributes.ref ?? "", target);
    } else readFact(node, raw);
  };
  readXml(
    bytes,
    ["x:worksheet", "x:chartsheet", "x:sheetData", "x:mergeCells", "x:hyperlinks", "x:cols"],
    onNode,
    {
      onPiece: reader.onPiece,
    },
  );
  for (const { target } of [...relationships.values()].filter(({ kind }) => kind === "table")) {
    const filter = xmlChildren(archive.read(target), "x:table").find((node) => node.name === "x:autoFilter");
    if (filter) readFact(filter, raw);
  }
  if (raw.emptyTexts.size > 0 && raw.formulas.hasResults()) {
    for (const row of raw.rows) row.cells = row.cells.filter((cell) => !raw.emptyTexts.has(cell));
  }
  addLinks(raw);
  const active = raw.filters.filter((filter) => filter.active).map(({ area }) => area);
  const filtered = ({ row }: SheetRow) => active.some((area) => row > area.top && row <= area.bottom);
  const hidden = raw.rows.filter((row) => row.hidden && !filtered(row));
  const { hiddenColumns } = raw;
  const lastColumn = widest(raw.rows) + 1;
  const frozen = { top: 0, left: 0, bottom: raw.frozenRows - 1, right: Number.POSITIVE_INFINITY };
  return {
    name,
    number,
    rows: raw.rows
      .filter((row) => !row.hidden || filtered(row))
      .map(({ row, cells }) => ({ row, cells: cells.filter(({ column }) => !hiddenColumns.has(column + 1)) }))
      .filter(({ cells }) => cells.length > 0)
      .sort((a, b) => a.row - b.row),
    merges: raw.merges,
    hiddenRows: hidden.map(({ row }) => row + 1),
    hiddenColumns: [...hiddenColumns].filter((column) => column <= lastColumn).sort((a, b) => a - b),
    filteredRows: raw.rows.filter((row) => row.hidden && filtered(row)).map(({ row }) => row + 1),
    marked: [
      ...raw.filters.map(({ area }) => ({ area, headerRows: 1 })),
      ...(raw.frozenRows > 0 ? [{ area: frozen, headerRows: raw.frozenRows }] : []),
    ],
    formulasWithoutValue: raw.formulas.withoutValue(),
    comments: readComments(archive, relationships, reader.people),
    headers: marginTexts(raw.margins, "Header"),
    footers: marginTexts(raw.margins, "Footer"),
    floating: readFloating(relationships.get(raw.drawing ?? "")?.target, reader, {
      pageNumber: number,
      isReadElsewhere: reader.isShown,
    }),
  };
}

const widest = (rows: readonly SheetRow[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.at(-1)?.column ?? 0), 0);

function readRow(node: XmlNode, raw: Raw, reader: SheetReader): void {
  const above = raw.rows.at(-1)?.row ?? -1;
  const stated = Number(node.attributes.r);
  const row = Number.isInteger(stated) && stated > 0 ? stated - 1 : above + 1;
  const cells: SheetCell[] = [];
  let column = -1;
  let ordered = true;
  for (const cell of node.children) {
    if (cell.name !== "x:c") continue;
    const place = cellPlace(cell.attributes.r ?? "")?.column ?? column + 1;
    ordered &&= place > column;
    column = place;
    const formula = raw.formulas.read(cell, { row, column });
    const text = formula?.formula ?? cellText(cell, reader);
    if (text === "") continue;
    const read: SheetCell = { column, text };
    cells.push(read);
    if (formula?.isEmptyText) raw.emptyTexts.add(read);
  }
  if (!ordered) cells.sort((a, b) => a.column - b.column);
  reader.count(cells.length);
  const hidden = ["1", "true"].includes(node.attributes.hidden ?? "");
  if (cells.length > 0 || hidden) raw.rows.push({ row, cells, hidden });
}

function cellText(cell: XmlNode, { strings, styles, date1904 }: SheetReader): string {
  const format = styles(cell.attributes.s);
  const shown = (text: string) => shownText(text, format);
  if (cell.attributes.t === "inlineStr") return shown(richText(child(cell, "x:is")));
  const value = child(cell, "x:v")?.text ?? "";
  if (value === "") return "";
  switch (cell.attributes.t) {
    case "s":
      return shown(strings[Number(value)] ?? "");
    case "b":
      return value === "1" || value === "true" ? "TRUE" : "FALSE";
    case "str":
      return shown(unescaped(value));
    case "e":
      return shown(value);
    case "d":
      return shownDate(value, format);
    default:
      return shownNumber(value, format, date1904);
  }
}

function readFact(node: XmlNode, raw: Raw): void {
  const { attributes } = node;
  switch (node.name) {
    case "x:col": {
      if (!["1", "true"].includes(attributes.hidden ?? "")) return;
      const last = Math.min(Number(attributes.max), maxColumns);
      for (
        let column = Math.max(Number(attributes.min), 1);
        column <= last && raw.columnsLeft > 0;
        column += 1
      ) {
        raw.hiddenColumns.add(column);
        raw.columnsLeft -= 1;
      }
      return;
    }
    case "x:mergeCell": {
      const area = areaOf(attributes.ref);
      if (area && raw.merges.length < maxMerges) raw.merges.push(area);
      return;
    }
    case "x:autoFilter": {
      const area = areaOf(attributes.ref);
      if (area) raw.filters.push({ area, active: child(node, "x:filterColumn") !== undefined });
      return;
    }
    case "x:sheetViews": {
      const pane = child(node.children[0], "x:pane");
      if (pane?.attributes.state?.startsWith("frozen")) raw.frozenRows = Number(pane.attributes.ySplit) || 0;
      return;
    }
    case "x:headerFooter":
      raw.margins = node;
      return;
    case "x:drawing":
      raw.drawing = attributes["r:id"];
      return;
    default:
  }
}

function addLinks({ rows, links }: Raw): void {
  if (links.size === 0) return;
  const places = new Map(
    [...links].flatMap(([reference, href]) => {
      const place = cellPlace(reference.split(":")[0] ?? "");
      return place ? [[`${place.row}:${place.column}`, href] as const] : [];
    }),
  );
  for (const { row, cells } of rows) {
    for (const cell of cells) {
      const href = places.get(`${row}:${cell.column}`);
      if (href) cell.href = href;
    }
  }
}
