import type { ParsedElement } from "../../element.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import { headingsBelowTitle } from "../../markup/headings-below-title.ts";
import { passwordProtected } from "../../package/compound-file.ts";
import { type Archive, openArchive } from "../../package/open-archive.ts";
import { child, descendants, readXml, xmlChildren } from "../../package/xml-tree.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { endOdfCode, readOdfBlock } from "./odf-blocks.ts";
import { createOdfLists } from "./odf-lists.ts";
import { innerReader, type OdfReader } from "./odf-reader.ts";
import { createOdfStyles } from "./odf-styles.ts";

/**
 * Parses OpenDocument texts (.odt). The order is headers, body, footers. Notes follow the text that refers to them, at
 * the next heading or the end.
 */
export async function parseOpenDocument(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const archive = openArchive(
    input.bytes,
    { name: "an OpenDocument text", extension: "odt", before: "doc" },
    input.limits,
  );
  const content = contentPart(archive);
  const named = archive.read("styles.xml");
  const containers = [
    "office:document-styles",
    "office:document-content",
    "office:styles",
    "office:automatic-styles",
  ];
  const styleNodes = [...xmlChildren(named, containers), ...xmlChildren(content, containers)];
  const elements: ParsedElement[] = [];
  const page = { number: 1 };
  const reader: OdfReader = {
    archive,
    styles: createOdfStyles(styleNodes),
    lists: createOdfLists(styleNodes),
    keepImage: imageAllowance(),
    emit(element) {
      if (element.type === "Title") takeNotes("footnote");
      elements.push(element);
    },
    page,
    started: { value: false },
    hasTitle: { value: false },
    notes: [],
    code: [],
  };
  const takeNotes = (kind?: "footnote") => {
    const taken = reader.notes.filter((note) => kind === undefined || note.kind === kind);
    reader.notes = reader.notes.filter((note) => kind !== undefined && note.kind !== kind);
    for (const note of taken) elements.push(...noteElements(note, reader));
  };
  const report = () =>
    context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  readXml(content, ["office:body", "office:text"], (node) => readOdfBlock(node, reader), {
    onPiece: report,
    mixed: true,
  });
  endOdfCode(reader);
  takeNotes();
  const { headers, footers } = readMargins(named, reader);
  const last = Math.max(page.number, 1);
  const body = reader.hasTitle.value ? headingsBelowTitle(elements) : elements;
  const all = [...headers, ...body, ...footers.map((footer) => ({ ...footer, pageNumber: last }))];
  if (all.length === 0)
    throw new ParseError("The document contains no text. Check the file and upload it again.");
  report();
  return { elements: all, totalPages: last, failedPages: [] };
}

function contentPart(archive: Archive): Uint8Array {
  const kind = Buffer.from(archive.read("mimetype") ?? [])
    .toString("latin1")
    .trim();
  const other = /opendocument\.(spreadsheet|presentation|graphics|formula|base)/.exec(kind)?.[1];
  if (other)
    throw new ParseError(
      `The file is an OpenDocument ${other}, not a text. Save it in another format and upload that.`,
    );
  const entries = xmlChildren(archive.read("META-INF/manifest.xml"), "manifest:manifest");
  if (entries.some((entry) => child(entry, "manifest:encryption-data"))) throw passwordProtected();
  const content = archive.read("content.xml");
  if (content) return content;
  throw new ParseError("The document is damaged: the part with its text is missing. Upload an intact copy.");
}

function noteElements({ node, kind, label }: OdfReader["notes"][number], reader: OdfReader): ParsedElement[] {
  const elements: ParsedElement[] = [];
  const metadata = { note: kind, note_label: label };
  const inner = { ...innerReader(reader, (element) => elements.push(element)), metadata, notes: [] };
  for (const block of node.children) readOdfBlock(block, inner);
  endOdfCode(inner);
  return elements.map((element, index) =>
    index === 0 ? { ...element, markdown: `[^${label}]: ${element.markdown ?? element.text}` } : element,
  );
}

/** Headers and footers of all kinds of pages, each text once. */
function readMargins(styles: Uint8Array | undefined, reader: OdfReader) {
  const masters = xmlChildren(styles, ["office:document-styles", "office:master-styles"], { mixed: true });
  const read = (type: "Header" | "Footer") => {
    const byText = new Map<string, ParsedElement>();
    const names = ["", "-left", "-first"].map((kind) => `style:${type.toLowerCase()}${kind}`);
    for (const margin of masters.flatMap((master) => descendants(master, names))) {
      if (margin.attributes["style:display"] === "false") continue;
      const emit = (element: ParsedElement) => {
        if (element.type !== "Image" && !byText.has(element.text))
          byText.set(element.text, inMargin(element, type));
      };
      const inner: OdfReader = { ...innerReader(reader, emit), page: { number: 1 } };
      for (const block of margin.children) readOdfBlock(block, inner);
      endOdfCode(inner);
    }
    return [...byText.values()];
  };
  return { headers: read("Header"), footers: read("Footer") };
}

function inMargin(
  { level: _level, html: _html, ...element }: ParsedElement,
  type: "Header" | "Footer",
): ParsedElement {
  const bareNumber = /^[\s\-–—|]*\d+[\s\-–—|]*$/.test(element.text);
  return {
    ...element,
    type: bareNumber ? "PageNumber" : type,
    markdown: element.markdown?.replace(/^#+ /, "") ?? element.text,
  };
}
