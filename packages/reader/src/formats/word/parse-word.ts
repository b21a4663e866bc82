import type { ParsedElement } from "../../element.ts";
import { titleBlock } from "../../markup/blocks.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import { headingsBelowTitle } from "../../markup/headings-below-title.ts";
import { openArchive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { readXml } from "../../package/xml-tree.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput, Parser } from "../../parser.ts";
import { createFields } from "./fields.ts";
import { readImportedParts } from "./imported-parts.ts";
import { mainPart } from "./main-part.ts";
import { readMargins } from "./margins.ts";
import { createNotes } from "./notes.ts";
import { readNumbering } from "./numbering.ts";
import { createPageCounter } from "./page-counter.ts";
import { createBlockReader, finishBlocks, readBlock } from "./read-blocks.ts";
import { readSections } from "./sections.ts";
import { readStyles } from "./styles.ts";
import type { WordPart } from "./word-part.ts";

const blocksBetweenReports = 500;

/**
 * Parses Word documents (.docx), transitional and strict. The order is headers, body, footers. Notes follow the text
 * that refers to them.
 */
export const parseWord: Parser = (input, context) => readWord(input, context, true);

/** Parses a document that another one imports. What it imports itself is named as unread. */
const parseImported: Parser = (input, context) => readWord(input, context, false);

async function readWord(
  input: ParseInput,
  context: ParseContext,
  withImported: boolean,
): Promise<ParsedDocument> {
  const archive = openArchive(
    input.bytes,
    { name: "a Word document", extension: "docx", before: "doc" },
    input.limits,
  );
  const name = mainPart(archive);
  const body = archive.read(name) ?? new Uint8Array();
  const relationships = readRelationships(archive, name);
  const related = (kind: string) =>
    archive.read([...relationships.values()].find((candidate) => candidate.kind === kind)?.target ?? "");
  const imports = withImported
    ? await readImportedParts(archive, relationships, {
        context,
        limits: input.limits,
        parseWord: parseImported,
      })
    : { elements: new Map<string, ParsedElement[]>(), unread: [] };
  const shared = {
    archive,
    imported: imports.elements,
    styles: readStyles(related("styles")),
    numbering: readNumbering(related("numbering")),
    keepImage: imageAllowance(),
  };
  const notes = createNotes({ archive, relationships, shared });
  const part: WordPart = {
    ...shared,
    relationships,
    pages: createPageCounter(),
    fields: createFields(),
    onNote: notes.refer,
  };
  const sections = readSections(body);
  const elements: ParsedElement[] = [];
  const boldLines = new Set<ParsedElement>();
  let hasTitle = false;
  let ended = 0;
  const reader = {
    ...createBlockReader(part, (element) => {
      if (element.type === "Title" || element.pageNumber > (elements.at(-1)?.pageNumber ?? 1))
        elements.push(...notes.take("footnote"), ...notes.take("comment"));
      elements.push(element);
    }),
    onBoldLine: (element: ParsedElement) => void boldLines.add(element),
    onTitle: () => {
      hasTitle = true;
    },
    onSectionEnd: () => {
      ended += 1;
      part.pages.section(sections.starts[ended] ?? "next");
    },
  };
  let blocks = 0;
  const report = () =>
    context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  const onBlock = (block: Parameters<typeof readBlock>[0]) => {
    readBlock(block, reader);
    blocks += 1;
    if (blocks % blocksBetweenReports === 0) report();
  };
  readXml(body, "w:body", onBlock, { onPiece: report });
  finishBlocks(reader);
  elements.push(
    ...notes.take("footnote"),
    ...notes.take("comment"),
    ...notes.take("endnote"),
    ...notes.rest(),
  );
  const { headers, footers } = readMargins(sections, partOf(relationships), part);
  const footersAt = footers.map((footer) => ({ ...footer, pageNumber: part.pages.current() }));
  const all = [...headers, ...withHeadings(elements, boldLines, hasTitle), ...footersAt];
  if (all.length === 0)
    throw new ParseError("The document contains no text. Check the file and upload it again.");
  context.onProgress({ done: all.length, total: all.length, unit: "elements" });
  const message = imports.unread.length > 0 ? notImported(imports.unread) : null;
  return { elements: all, totalPages: part.pages.current(), failedPages: [], message };
}

const maxNamed = 5;

function notImported(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  return `The document imports ${names.slice(0, maxNamed).join(", ")}${more}, which could not be read`;
}

const partOf = (relationships: ReadonlyMap<string, Relationship>) => (id: string) =>
  relationships.get(id)?.target;

/** A document with fewer styled headings than this may use bold lines as headings. */
const minHeadings = 2;
/** If a larger share of all elements is bold lines, bold is only a way of writing and marks no headings. */
const maxBoldShare = 0.4;

/** Below a title, headings start at level 2. Without heading styles, bold lines are headings. */
function withHeadings(
  elements: ParsedElement[],
  boldLines: ReadonlySet<ParsedElement>,
  hasTitle: boolean,
): ParsedElement[] {
  const headings = elements.filter((element) => element.type === "Title").length;
  const byBold =
    headings < minHeadings &&
    boldLines.size > 0 &&
    boldLines.size <= Math.max(elements.length * maxBoldShare, 1);
  return (hasTitle ? headingsBelowTitle(elements) : elements).map((element) => {
    if (!byBold || !boldLines.has(element)) return element;
    return (
      titleBlock([{ text: element.text }], 2, {
        pageNumber: element.pageNumber,
        metadata: element.metadata,
      }) ?? element
    );
  });
}
