import type { ReadingLimits } from "../../limits.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import { unescaped } from "../../ooxml/escaped-text.ts";
import { type Archive, openArchive } from "../../package/open-archive.ts";
import { readRelationships } from "../../package/relationships.ts";
import { xmlChildren } from "../../package/xml-tree.ts";
import { ParseError } from "../../parse-error.ts";
import { readCellStyles } from "./cell-styles.ts";
import { readPeople, richText } from "./comments.ts";
import { readSheet, type SheetReader } from "./read-sheet.ts";
import type { Workbook } from "./workbook.ts";

const maxSheets = 2_000;

/** Opens an Excel workbook (.xlsx). Its sheets are read one by one, and never held together. */
export function readXlsx(bytes: Uint8Array, limits: ReadingLimits, onPiece: () => void): Workbook {
  const kind = { name: "an Excel workbook", extension: "xlsx", before: "xls" };
  const archive = openArchive(bytes, kind, limits);
  const name = mainPart(archive);
  const relationships = readRelationships(archive, name);
  const targetOf = (kind: string) => [...relationships.values()].find((one) => one.kind === kind)?.target;
  const partOf = (kind: string) => archive.read(targetOf(kind) ?? "");
  const parts = xmlChildren(archive.read(name), ["x:workbook", "x:sheets"]);
  const listed = parts
    .filter((node) => node.name === "x:sheet")
    .map(({ attributes }, index) => ({
      name: unescaped(attributes.name ?? `Sheet${index + 1}`),
      number: index + 1,
      hidden: (attributes.state ?? "visible") !== "visible",
      part: relationships.get(attributes["r:id"] ?? "")?.target,
    }))
    .slice(0, maxSheets);
  const says = (part: string, attribute: string) =>
    parts.some(
      ({ name, attributes }) => name === part && ["1", "true"].includes(attributes[attribute] ?? ""),
    );
  const shown = new Set(listed.filter(({ hidden }) => !hidden).map(({ name: sheet }) => sheet));
  let cells = 0;
  const reader: SheetReader = {
    archive,
    keepImage: imageAllowance(),
    strings: xmlChildren(partOf("sharedStrings"), "x:sst", { onPiece }).map(richText),
    styles: readCellStyles(partOf("styles")),
    people: readPeople(archive, targetOf("person")),
    date1904: says("x:workbookPr", "date1904"),
    isUncalculated: says("x:calcPr", "fullCalcOnLoad"),
    onPiece,
    isShown: (reference) =>
      shown.has(
        reference
          .replace(/![^!]*$/, "")
          .replace(/^'(.*)'$/, "$1")
          .replaceAll("''", "'"),
      ),
    count(added) {
      cells += added;
      if (cells > limits.cells) throw tooManyCells(limits.cells);
    },
  };
  return {
    totalSheets: Math.max(listed.length, 1),
    hiddenSheets: listed.filter(({ hidden }) => hidden).map((sheet) => sheet.name),
    *sheets() {
      for (const { hidden, part, ...sheet } of listed)
        if (!hidden && part !== undefined) yield readSheet(part, sheet, reader);
    },
  };
}

export const tooManyCells = (maxCells: number): ParseError =>
  new ParseError(
    `The workbook has more than ${maxCells.toLocaleString("en")} filled cells. Split it into smaller files and upload these.`,
  );

/** Name of the workbook part. Throws ParseError for other packages. */
function mainPart(archive: Archive): string {
  const stated = [...readRelationships(archive, "").values()].find(
    ({ kind }) => kind === "officeDocument",
  )?.target;
  const part = [stated, "xl/workbook.xml"].find((name) => name !== undefined && archive.has(name));
  if (part?.endsWith(".bin"))
    throw new ParseError(
      "The file is a binary Excel workbook (.xlsb). Save it as .xlsx and upload it again.",
    );
  if (part && !/^(?:word|ppt)\//i.test(part)) return part;
  throw new ParseError(
    "The workbook is damaged: the part with its sheets is missing. Upload an intact copy.",
  );
}
