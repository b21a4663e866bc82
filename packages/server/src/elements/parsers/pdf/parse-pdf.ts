import type { ParsedElement } from "../../element.ts";
import { type ParseContext, type ParsedDocument, ParseError, type Parser } from "../parser.ts";
import { boundingBox, type Draft, draftOfBlock } from "./block-element.ts";
import { createStyleCount } from "./body-style.ts";
import type { Box } from "./box.ts";
import { headingLevels } from "./heading-levels.ts";
import type { Vocabulary } from "./join-lines.ts";
import { blocksOfPage, type PreparedPage, preparePage } from "./page-blocks.ts";
import { createMarginFinder } from "./page-margins.ts";
import {
  type OpenPdf,
  type PdfDocument,
  type PdfLink,
  PdfOpenError,
  type PdfOutlineEntry,
} from "./pdf-document.ts";

const MOST_PAGES = 10_000;

const LONGEST_OUTLINE_TITLE = 300;

/** Pages held at once, to compare their margins. Documents of any length need no more memory than this. */
const STRETCH = 64;

/**
 * Makes the parser of PDFs with a text layer. Pages that can't be read are listed in `failedPages`; a document without
 * any readable text is a ParseError, as are protected, damaged and oversized ones.
 */
export function createPdfParser(openPdf: OpenPdf): Parser {
  return async ({ bytes }, context) => {
    if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
    const document = await open(openPdf, bytes);
    try {
      if (document.pageCount === 0)
        throw new ParseError("This PDF has no pages. Check the file and upload it again.");
      if (document.pageCount > MOST_PAGES) {
        throw new ParseError(
          `This PDF has ${document.pageCount} pages; at most ${MOST_PAGES} are allowed. Split it and upload the parts.`,
        );
      }
      return await parseDocument(document, context);
    } finally {
      document.close();
    }
  };
}

async function open(openPdf: OpenPdf, bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await openPdf(bytes);
  } catch (error) {
    if (!(error instanceof PdfOpenError)) throw error;
    const message =
      error.reason === "password"
        ? "This PDF is protected by a password. Remove the password and upload it again."
        : "This file is damaged or is not a PDF. Open it in a PDF viewer, save it anew and upload it again.";
    throw new ParseError(message, { cause: error });
  }
}

async function parseDocument(document: PdfDocument, context: ParseContext): Promise<ParsedDocument> {
  const total = document.pageCount;
  const elements: ParsedElement[] = [];
  const titles: { element: ParsedElement; look: NonNullable<Draft["title"]> }[] = [];
  const failedPages: number[] = [];
  const outline = outlineByPage(document.outline());
  const margins = createMarginFinder();
  const styles = createStyleCount();
  const vocabulary = createVocabulary();
  let firstFailure: unknown;

  for (let first = 1; first <= total; first += STRETCH) {
    const last = Math.min(first + STRETCH - 1, total);
    const prepared: PreparedPage[] = [];
    for (let pageNumber = first; pageNumber <= last; pageNumber += 1) {
      await nextTurn();
      try {
        const page = preparePage(await document.readPage(pageNumber), pageNumber);
        prepared.push(page);
        margins.add(page.margins);
        styles.add(bodyLines(page));
        vocabulary.add(page.margins.lines);
      } catch (error) {
        firstFailure ??= error;
        failedPages.push(pageNumber);
      }
      context.onProgress({ done: pageNumber - 1, total, unit: "pages" });
    }
    const body = styles.body();
    for (const page of prepared) {
      await nextTurn();
      const { pageNumber } = page.margins;
      const drafts = draftsOfPage(page, {
        marginTypes: margins.find(page.margins, body.size),
        body,
        vocabulary,
        outline: outline.get(pageNumber) ?? [],
      });
      const { width, height } = page.page;
      for (const { box, title, ...draft } of drafts) {
        const onPage = page.frame.toPage(box);
        const element: ParsedElement = {
          ...draft,
          pageNumber,
          boundingBox: boundingBox(onPage),
          pageLayout: { width, height },
        };
        const urls = linksIn(onPage, page.page.links);
        if (urls.length > 0) element.metadata = { link_urls: urls };
        if (title) titles.push({ element, look: title });
        elements.push(element);
      }
      context.onProgress({ done: pageNumber, total, unit: "pages" });
    }
  }
  if (elements.length === 0) throw nothingRead(failedPages.length === total, firstFailure);
  const levels = headingLevels(titles.map(({ look }) => look));
  titles.forEach(({ element }, index) => {
    element.level = levels[index] ?? 1;
    element.markdown = `${"#".repeat(element.level)} ${element.text}`;
  });
  return { elements, totalPages: total, failedPages };
}

function nothingRead(allFailed: boolean, cause: unknown): ParseError {
  return allFailed
    ? new ParseError(
        "No page of this PDF can be read: it is damaged. Save it anew in a PDF viewer and upload it again.",
        {
          cause,
        },
      )
    : new ParseError(
        "This PDF has no text layer (it looks like a scan), and reading text from pictures (OCR) isn't available yet. " +
          "Run it through an OCR program and upload the result.",
      );
}

/** Small print at the head and foot of every page can be more than the text between. */
function bodyLines({ margins: { lines, height } }: PreparedPage) {
  const inner = lines.filter((line) => line.top > 0.1 * height && line.bottom < 0.9 * height);
  return inner.length > 0 ? inner : lines;
}

function draftsOfPage(
  page: PreparedPage,
  context: {
    marginTypes: ReturnType<ReturnType<typeof createMarginFinder>["find"]>;
    body: ReturnType<ReturnType<typeof createStyleCount>["body"]>;
    vocabulary: Vocabulary;
    outline: readonly PdfOutlineEntry[];
  },
): Draft[] {
  const blocks = blocksOfPage(page, context.marginTypes);
  const outlineLevel = (text: string) => {
    if (context.outline.length === 0 || text.length > LONGEST_OUTLINE_TITLE) return null;
    const wanted = comparable(text);
    return context.outline.find((entry) => comparable(entry.title) === wanted)?.level ?? null;
  };
  const plain = <T extends Box & { text: string }>(found: T, type: Draft["type"]): Draft => {
    const { text, left, top, right, bottom } = found;
    return { type, text, markdown: text, box: { left, top, right, bottom } };
  };
  return [
    ...blocks.headers.map((header) => plain(header, header.type)),
    ...blocks.body.flatMap(
      (block) =>
        draftOfBlock(block, { body: context.body, vocabulary: context.vocabulary, outlineLevel }) ?? [],
    ),
    ...blocks.asides.map((aside) => plain(aside, "UncategorizedText")),
    ...blocks.footers.map((footer) => plain(footer, footer.type)),
  ];
}

/** Titles differ from their outline entries by numbers, spaces and signs. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s\d.]+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function outlineByPage(entries: readonly PdfOutlineEntry[]): Map<number, PdfOutlineEntry[]> {
  const byPage = new Map<number, PdfOutlineEntry[]>();
  for (const entry of entries) {
    if (comparable(entry.title).length < 2) continue;
    const list = byPage.get(entry.pageNumber);
    if (list) list.push(entry);
    else byPage.set(entry.pageNumber, [entry]);
  }
  return byPage;
}

function linksIn(box: Box, links: readonly PdfLink[]): string[] {
  const urls = links.filter((link) => {
    const x = link.box.left + link.box.width / 2;
    const y = link.box.top + link.box.height / 2;
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return [...new Set(urls.map((link) => link.url))];
}

/** Words that may be broken at a line's end, as the document writes them elsewhere. At most 200,000. */
function createVocabulary(): Vocabulary & { add(lines: PreparedPage["margins"]["lines"]): void } {
  const words = new Set<string>();
  return {
    has: (word) => words.has(word),
    add(lines) {
      for (const line of lines) {
        line.words.forEach((word, index) => {
          if (words.size >= 200_000) return;
          const text = word.text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
          // The last word of a line may be a torn one.
          if (text.length > 3 && !(index === line.words.length - 1 && word.text.endsWith("-"))) {
            words.add(text.toLowerCase());
          }
        });
      }
    },
  };
}

/** Lets timers and messages of the thread through. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
