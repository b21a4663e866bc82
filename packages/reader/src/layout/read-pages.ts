import { setImmediate as nextTurn } from "node:timers/promises";
import type { ParsedElement } from "../element.ts";
import type { ParseContext } from "../parser.ts";
import {
  type BlockContext,
  boundingBox,
  type Draft,
  draftOfLineAbove,
  draftsOfBlock,
} from "./blocks/block-element.ts";
import { withoutInitials } from "./blocks/initials.ts";
import { blocksOfPage, type PreparedPage, preparePage } from "./blocks/page-blocks.ts";
import { type PageProof, provePage } from "./blocks/page-proof.ts";
import { createLogoFilter } from "./blocks/repeated-logos.ts";
import { createStyleCount } from "./lines/body-style.ts";
import { createDocumentWords } from "./lines/document-words.ts";
import { headingLevels } from "./lines/heading-levels.ts";
import { outlineLevels } from "./lines/outline-levels.ts";
import { packWordBoxes } from "./lines/word-boxes.ts";
import { createMarginFinder, type MarginType } from "./margins/page-margins.ts";
import type { Box } from "./page/box.ts";
import type { Line } from "./page/line.ts";
import type { LeftOut, OutlineEntry, PageLink, PageSource } from "./page/page.ts";
import type { PageTable } from "./tables/join-continued.ts";
import { isTaggedTitle } from "./tagged/tagged-page.ts";

/** Number of pages held in memory to compare their margins. A longer document needs no more memory. */
const pagesHeld = 64;

/** The source threw it for a page that must not be read again, because it took too long. */
export class PageGivenUp extends Error {
  override readonly name = "PageGivenUp";
  constructor(pageNumber: number) {
    super(`Page ${pageNumber} was given up`);
  }
}

/** A page (1-based) that may not be read right, and why: a sentence after "Page 3:". */
export type PageDoubt = { pageNumber: number; reason: string };

/** The content of a document's pages, in reading order. */
export type PagesRead = {
  elements: ParsedElement[];
  /** 1-based numbers of pages that could not be read. */
  failedPages: number[];
  /** The reason why the first of these pages could not be read. Pages that were given up have none. */
  firstFailure: unknown;
  /** Words of all pages that are not visible. */
  leftOut: LeftOut;
  /** Whether any page shows a picture. */
  hasImages: boolean;
  /** 1-based numbers of pages whose text is probably not what they show. */
  garbledPages: number[];
  /** Pages whose text may be missing or wrong, and why. */
  doubts: PageDoubt[];
  /** Of each page that could be read, what of its words is given. */
  proofs: PageProof[];
  /** The first and the last table of each page. They may be parts of one table. */
  tables: PageTable[];
};

/**
 * Reads pages into elements, from any page source. Some facts need the whole document: running headers, the size of the
 * body text, heading levels, words broken at line ends. They are collected on the way.
 */
export async function readPages(
  source: PageSource,
  outline: readonly OutlineEntry[],
  { onProgress, signal }: ParseContext,
): Promise<PagesRead> {
  const total = source.pageCount;
  const elements: ParsedElement[] = [];
  const titles: { element: ParsedElement; look: NonNullable<Draft["title"]> }[] = [];
  const failedPages: number[] = [];
  const outlined = outlineLevels(outline);
  const margins = createMarginFinder();
  const styles = createStyleCount();
  const vocabulary = createDocumentWords();
  const withoutLogos = createLogoFilter();
  const leftOut: LeftOut = { outside: 0, hidden: 0 };
  const garbledPages: number[] = [];
  const doubts: PageDoubt[] = [];
  const proofs: PageProof[] = [];
  const tables: PageTable[] = [];
  let hasImages = false;
  let headingsAreTagged = false;
  let firstFailure: unknown;

  for (let first = 1; first <= total; first += pagesHeld) {
    const last = Math.min(first + pagesHeld - 1, total);
    const prepared: PreparedPage[] = [];
    for (let pageNumber = first; pageNumber <= last; pageNumber += 1) {
      // Let the thread handle its timers and messages.
      await nextTurn();
      onProgress({ done: pageNumber - 1, total, unit: "pages", page: pageNumber });
      try {
        const read = await source.readPage(pageNumber);
        leftOut.outside += read.leftOut?.outside ?? 0;
        leftOut.hidden += read.leftOut?.hidden ?? 0;
        hasImages ||= read.hasImages ?? false;
        const page = preparePage(read, pageNumber);
        prepared.push(page);
        headingsAreTagged ||= page.tagged?.parts.some(isTaggedTitle) ?? false;
        if (page.isGarbled || page.isGarbledWord) garbledPages.push(pageNumber);
        margins.add(page.margins);
        styles.add(bodyLines(page), cellLines(page));
        vocabulary.add(page.margins.lines);
      } catch (error) {
        // A page whose reading was called off has not failed.
        signal?.throwIfAborted();
        if (!(error instanceof PageGivenUp)) firstFailure ??= error;
        failedPages.push(pageNumber);
      }
    }
    const body = styles.body();
    for (const page of prepared) {
      await nextTurn();
      const { pageNumber } = page.margins;
      onProgress({ done: pageNumber - 1, total, unit: "pages", page: pageNumber });
      let drafts: readonly Draft[];
      try {
        const found = draftsOfPage(page, {
          marginTypes: margins.find(page.margins, body.size),
          body,
          pageHeight: page.frame.height,
          vocabulary,
          outlineLevel: (text) => outlined.levelOf(pageNumber, text),
          headingsAreTagged,
        });
        drafts = withoutLogos(found, page.frame.height);
      } catch (error) {
        firstFailure ??= error;
        failedPages.push(pageNumber);
        continue;
      }
      const { proof, unplaced, doubt: loss } = provePage(page, drafts);
      proofs.push(proof);
      const doubt = page.page.doubt ?? loss;
      if (doubt !== undefined) doubts.push({ pageNumber, reason: doubt });
      const onCover = pageNumber === 1 && total >= minPagesWithCover && isCover(drafts);
      const withTable = drafts.filter((draft) => draft.table);
      for (const draft of drafts) {
        const element = elementOnPage(draft, page, doubt !== undefined);
        if (draft.table && (draft === withTable[0] || draft === withTable.at(-1)))
          tables.push({ element, ...draft.table, box: draft.box, height: page.frame.height });
        if (element.type === "Image" && element.boundingBox) {
          const picture = await source.readPicture?.(pageNumber, element.boundingBox);
          if (picture) element.imageBase64 = picture;
        }
        if (draft.title) titles.push({ element, look: { ...draft.title, onCover } });
        elements.push(element);
      }
      elements.push(...unplaced.map((text) => unplacedElement(text, page)));
      onProgress({ done: pageNumber, total, unit: "pages" });
    }
  }
  const levels = headingLevels(titles.map(({ look }) => look));
  titles.forEach(({ element }, index) => {
    element.level = levels[index] ?? 1;
    element.markdown = `${"#".repeat(element.level)} ${element.text}`;
  });
  failedPages.sort((a, b) => a - b);
  return { elements, failedPages, firstFailure, leftOut, hasImages, garbledPages, doubts, proofs, tables };
}

const minPagesWithCover = 2;
/** Letters outside titles. The first page of a paper or a letter has many more. */
const maxCoverLetters = 600;

function isCover(drafts: readonly Draft[]): boolean {
  const plain = drafts.filter(({ title, table }) => !title && !table);
  const letters = plain.reduce((sum, { text }) => sum + text.length, 0);
  return letters <= maxCoverLetters && !drafts.some(({ table }) => table);
}

/** Small print at the top and bottom of every page can be more text than the body. */
function bodyLines({ margins: { lines, height } }: PreparedPage): readonly Line[] {
  const inner = lines.filter((line) => line.top > 0.1 * height && line.bottom < 0.9 * height);
  return inner.length > 0 ? inner : lines;
}

const cellLines = ({ tables }: PreparedPage): Line[] =>
  tables.flatMap((table) => table.rows.flat().flatMap((cell) => cell.lines));

type DocumentContext = {
  marginTypes: ReadonlyMap<Line, MarginType>;
} & BlockContext;

function draftsOfPage(page: PreparedPage, { marginTypes, ...context }: DocumentContext): Draft[] {
  const blocks = blocksOfPage(page, marginTypes);
  const plain = <T extends Box & { text: string }>(found: T, type: Draft["type"]): Draft => {
    const { text, left, top, right, bottom } = found;
    return { type, text, markdown: text, box: { left, top, right, bottom } };
  };
  return [
    ...blocks.headers.map((header) => plain(header, header.type)),
    ...blocks.above.map((line) => draftOfLineAbove(line, context.body.size)),
    ...withoutInitials(labelsLast(blocks.body.flatMap((block) => draftsOfBlock(block, context)))),
    ...blocks.asides.map((aside) => plain(aside, "UncategorizedText")),
    ...blocks.footers.map((footer) => plain(footer, footer.type)),
  ];
}

/** The text inside a figure follows the caption below it, so that the caption is beside its figure. */
function labelsLast(drafts: readonly Draft[]): Draft[] {
  const result = [...drafts];
  for (let index = 0; index + 1 < result.length; index += 1) {
    const [label, next] = [result[index] as Draft, result[index + 1] as Draft];
    if (label.metadata?.kind !== "figure_label" || next.type !== "FigureCaption") continue;
    result.splice(index, 2, next, label);
    index += 1;
  }
  return result;
}

function elementOnPage(
  { box, title: _title, table: _table, metadata: own, words, ...draft }: Draft,
  { page, frame, margins, isGarbled, isGarbledWord }: PreparedPage,
  isUncertain: boolean,
): ParsedElement {
  const unsound = isGarbledWord ? (words?.filter(isGarbledWord).length ?? 0) : 0;
  const hasGarbled = isGarbled || (words !== undefined && unsound > 0.5 * words.length);
  const onPage = frame.toPage(box);
  const { width, height } = page;
  const boxes = words && packWordBoxes(draft.text, words, frame.toPage);
  const urls = linksIn(onPage, page.links);
  const metadata = {
    ...own,
    ...(urls.length > 0 ? { link_urls: urls } : {}),
    ...(hasGarbled ? { text_quality: "garbled" } : isUncertain ? { text_quality: "uncertain" } : {}),
    ...(page.textSource ? { text_source: page.textSource } : {}),
  };
  return {
    ...draft,
    pageNumber: margins.pageNumber,
    boundingBox: boundingBox(onPage),
    pageLayout: { width, height },
    ...(boxes && { wordBoxes: boxes }),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function unplacedElement(
  { text, ...box }: Box & { text: string },
  { page, margins }: PreparedPage,
): ParsedElement {
  return {
    type: "UncategorizedText",
    text,
    markdown: text,
    pageNumber: margins.pageNumber,
    boundingBox: boundingBox(box),
    pageLayout: { width: page.width, height: page.height },
    metadata: { text_quality: "uncertain", ...(page.textSource ? { text_source: page.textSource } : {}) },
  };
}

function linksIn(box: Box, links: readonly PageLink[]): string[] {
  const urls = links.filter((link) => {
    const x = link.box.left + link.box.width / 2;
    const y = link.box.top + link.box.height / 2;
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return [...new Set(urls.map((link) => link.url))];
}
