import { type ElementType, elementTypes } from "@headwater/spec";
import type { ParsedElement } from "../element.ts";
import { renderTable } from "../markup/table-markup.ts";
import type { SeenBlock } from "./vision.ts";

const maxCharacters = 20_000;
const maxRows = 500;
const maxColumns = 60;

/** What models call things that the contract has other names for. */
const otherNames: Record<string, ElementType> = {
  heading: "Title",
  header: "Header",
  footer: "Footer",
  paragraph: "NarrativeText",
  text: "NarrativeText",
  list: "ListItem",
  figure: "Image",
  picture: "Image",
  caption: "FigureCaption",
  code: "CodeSnippet",
  equation: "Formula",
};

/** A model's answer becomes an element of the contract, or null when there is nothing in it. */
export function blockElement(
  block: SeenBlock,
  page: { number: number; width: number; height: number },
): ParsedElement | null {
  const found = content({ ...block, text: clean(block.text) });
  if (found === null) return null;
  const boundingBox = placeOf(block.box, page);
  return {
    ...found,
    pageNumber: page.number,
    ...(boundingBox && { boundingBox }),
    pageLayout: { width: page.width, height: page.height },
    metadata: { text_source: "vision", ...(found.type === "Image" && { kind: "description" }) },
  };
}

type Content = Pick<ParsedElement, "type" | "text" | "markdown" | "html" | "level">;

function content({ type: named, text, level, rows }: SeenBlock): Content | null {
  const type = typeOf(named);
  const cells = type === "Table" ? cellsOf(rows) : [];
  if (cells.length > 0) {
    const { markdown, html } = renderTable(cells, { headerRows: cells.length > 1 ? 1 : 0 });
    const lines = cells.map((row) => row.map((cell) => cell.text).filter((cell) => cell !== ""));
    return { type, text: lines.map((row) => row.join(" | ")).join("\n"), markdown, html };
  }
  if (text === "") return null;
  if (type === "Title") {
    const depth = Math.min(6, Math.max(1, Math.round(level ?? 1)));
    const line = text.replace(/\s+/g, " ");
    return { type, text: line, level: depth, markdown: `${"#".repeat(depth)} ${line}` };
  }
  if (type === "ListItem") return { type, text, markdown: /^\d+[.)]\s/.test(text) ? text : `- ${text}` };
  if (type === "CodeSnippet") return { type, text, markdown: `~~~~\n${text}\n~~~~` };
  // A table without cells is text that stood in one.
  return { type: type === "Table" ? "NarrativeText" : type, text, markdown: text };
}

function typeOf(named: string): ElementType {
  const known = elementTypes.find((type) => type.toLowerCase() === named.toLowerCase());
  return known ?? otherNames[named.toLowerCase()] ?? "UncategorizedText";
}

function cellsOf(rows: SeenBlock["rows"]) {
  const taken = (rows ?? []).slice(0, maxRows).filter((row) => row.length > 0);
  const columns = Math.min(maxColumns, Math.max(0, ...taken.map((row) => row.length)));
  return taken.map((row) =>
    Array.from({ length: columns }, (_, column) => ({
      text: clean(row[column] ?? "").replace(/\s+/g, " "),
      colspan: 1,
      rowspan: 1,
    })),
  );
}

/** Control and direction-override characters are nothing that a page shows. */
export const clean = (text: string): string =>
  text
    .slice(0, maxCharacters)
    .normalize("NFC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what goes
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, "")
    .trim();

/** A box that does not lie on the page says nothing. */
function placeOf(box: SeenBlock["box"], page: { width: number; height: number }) {
  if (box?.length !== 4 || !box.every((side) => side >= 0 && side <= 1000)) return null;
  const [left, top, right, bottom] = box as [number, number, number, number];
  if (right <= left || bottom <= top) return null;
  const across = (part: number) => Math.round(part * page.width) / 1000;
  const down = (part: number) => Math.round(part * page.height) / 1000;
  return { left: across(left), top: down(top), width: across(right - left), height: down(bottom - top) };
}
