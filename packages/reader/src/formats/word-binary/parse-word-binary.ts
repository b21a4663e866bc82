import type { ParsedElement } from "../../element.ts";
import { headingsBelowTitle } from "../../markup/headings-below-title.ts";
import { openCompoundFile } from "../../package/compound-file.ts";
import { isCompoundFile } from "../../package/signatures.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { type DocBlockOptions, docBlocks } from "./doc-blocks.ts";
import {
  damagedDocument,
  type FileInformation,
  positionsOf,
  readFileInformation,
} from "./file-information.ts";
import { readListNumbers } from "./list-numbers.ts";
import { createParagraphReader, type ParagraphReader } from "./paragraphs.ts";
import { readText } from "./piece-table.ts";
import { readStyleSheet } from "./style-sheet.ts";

/**
 * Parses the Word documents of 1997 to 2003 (.doc): headers, body with notes, text boxes, comments, footers. Pictures are
 * not read.
 */
export async function parseWordBinary({ bytes }: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
  if (!isCompoundFile(bytes)) {
    throw new ParseError(
      "The file is not a Word document (.doc). Open it in the program that made it and save it as .docx.",
    );
  }
  context.onProgress({ done: 0, total: 1, unit: "elements" });
  const container = openCompoundFile(bytes);
  try {
    const { elements, totalPages } = readDocument(readFileInformation(container));
    if (elements.length === 0)
      throw new ParseError("The document contains no text. Check the file and upload it again.");
    context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
    return { elements, totalPages, failedPages: [] };
  } catch (cause) {
    // A number in the file that points outside it.
    if (cause instanceof RangeError) throw damagedDocument(cause);
    throw cause;
  }
}

function readDocument(information: FileInformation): { elements: ParsedElement[]; totalPages: number } {
  const document = readText(information);
  const paragraphs = createParagraphReader(information, document);
  const { characters, table } = information;
  const shared = {
    main: information.main,
    styles: readStyleSheet(table, information.styles),
    numbers: readListNumbers(information),
    hasTitle: { value: false },
  };
  const starts = textStarts(characters);
  const notes = noteMarks(information);
  const page = { number: 1 };
  const body = docBlocks(
    paragraphs.read(0, characters.body, (position) => notes.get(position)),
    { ...shared, page },
  );
  const aside = (from: number, to: number, metadata?: Record<string, unknown>) =>
    docBlocks(paragraphs.read(from, to), { ...shared, metadata, page: { number: page.number } });
  const hasTitle = shared.hasTitle.value;
  const comments = aside(starts.comments, starts.comments + characters.comments, { kind: "comment" });
  const elements = [
    ...margins(information, paragraphs, starts.margins, shared, "Header"),
    ...(hasTitle ? headingsBelowTitle(body) : body),
    ...noteElements("footnote", positionsOf(table, information.footnoteTexts, 0), starts.footnotes, aside),
    ...noteElements("endnote", positionsOf(table, information.endnoteTexts, 0), starts.endnotes, aside),
    ...aside(starts.boxes, starts.boxes + characters.boxes),
    ...comments.map((element): ParsedElement => ({ ...element, type: "UncategorizedText" })),
    ...margins(information, paragraphs, starts.margins, shared, "Footer").map((footer) => ({
      ...footer,
      pageNumber: page.number,
    })),
  ];
  return { elements, totalPages: page.number };
}

/** Where each text begins: they follow each other in this order. */
function textStarts({ body, footnotes, margins, macros, comments, endnotes }: FileInformation["characters"]) {
  const afterMargins = body + footnotes + margins + macros;
  return {
    footnotes: body,
    margins: body + footnotes,
    comments: afterMargins,
    endnotes: afterMargins + comments,
    boxes: afterMargins + comments + endnotes,
  };
}

/** Marks of the notes by the character that refers to them: "1", "e1". */
function noteMarks({ table, footnoteReferences, endnoteReferences }: FileInformation): Map<number, string> {
  const marks = new Map<number, string>();
  const add = (positions: readonly number[], prefix: string) => {
    positions.slice(0, -1).forEach((position, index) => {
      marks.set(position, `${prefix}${index + 1}`);
    });
  };
  add(positionsOf(table, footnoteReferences, 2), "");
  add(positionsOf(table, endnoteReferences, 2), "e");
  return marks;
}

function noteElements(
  kind: "footnote" | "endnote",
  positions: readonly number[],
  start: number,
  read: (from: number, to: number, metadata: Record<string, unknown>) => ParsedElement[],
): ParsedElement[] {
  // The last text is an empty one.
  return positions.slice(0, -2).flatMap((position, index) => {
    const label = `${kind === "endnote" ? "e" : ""}${index + 1}`;
    const found = read(start + position, start + (positions[index + 1] ?? position), {
      note: kind,
      note_label: label,
    });
    return found.map((element, place) =>
      place === 0 ? { ...element, markdown: `[^${label}]: ${element.markdown ?? element.text}` } : element,
    );
  });
}

/** In each section: headers of even, odd pages, footers of even, odd pages, header and footer of the first page. */
const kindsInSection = ["Header", "Header", "Footer", "Footer", "Header", "Footer"];
const separators = 6;

function margins(
  information: FileInformation,
  paragraphs: ParagraphReader,
  start: number,
  shared: Omit<DocBlockOptions, "page">,
  type: "Header" | "Footer",
): ParsedElement[] {
  const positions = positionsOf(information.table, information.margins, 0);
  const byText = new Map<string, ParsedElement>();
  for (let index = separators; index + 2 < positions.length; index += 1) {
    if (kindsInSection[(index - separators) % kindsInSection.length] !== type) continue;
    const [from = 0, to = 0] = [positions[index], positions[index + 1]];
    for (const element of docBlocks(paragraphs.read(start + from, start + to), {
      ...shared,
      page: { number: 1 },
    })) {
      const { level: _level, html: _html, ...kept } = element;
      const bareNumber = /^[\s\-–—|]*\d+[\s\-–—|]*$/.test(element.text);
      const markdown = element.markdown?.replace(/^#+ /, "") ?? element.text;
      if (!byText.has(element.text))
        byText.set(element.text, { ...kept, type: bareNumber ? "PageNumber" : type, markdown });
    }
  }
  return [...byText.values()];
}
