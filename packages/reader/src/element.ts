import type { ElementType } from "@headwater/spec";

/** A box in PDF points (1/72 inch). The origin is the top-left corner of the page; y grows downwards. */
export type BoundingBox = { left: number; top: number; width: number; height: number };

/** Width and height of the page in PDF points. */
export type PageLayout = { width: number; height: number };

/** One block of a document, as a parser finds it. Parsers emit blocks in reading order. */
export type ParsedElement = {
  type: ElementType;
  /** Plain text in NFC without markup. Lines are joined, and words that were hyphenated at line ends are whole. */
  text: string;
  /** The same as Markdown: `## Title`, `- item`, a pipe table, a fenced block … */
  markdown?: string;
  /** A `<table>`, for tables only. It has no attributes except colspan and rowspan, and no scripts. */
  html?: string;
  /** Base64 of an embedded image (PNG or JPEG), for `Image` elements that have one. */
  imageBase64?: string;
  /** 1-based. Formats without pages are one page. */
  pageNumber: number;
  boundingBox?: BoundingBox;
  pageLayout?: PageLayout;
  /**
   * Where the words of `text` are on the page, in the order of the text, to half a point; `unpackWordBoxes` reads it.
   * Only of pages that hold words with places: PDFs and recognised pictures.
   */
  wordBoxes?: Uint8Array;
  /** Depth of a `Title`: 1 is the document's title. */
  level?: number;
  /**
   * Extra facts that only some formats know (`languages`, `link_urls`, `sheet` …). The service passes them on unread.
   */
  metadata?: Record<string, unknown>;
  /** The page's keywords, the most specific first. All elements of a page share them. */
  pageKeywords?: readonly string[];
  /** What the page is about, in a sentence or two; a model wrote it. */
  pageAnnotation?: string;
  /** Subjects of the page; a model named them. */
  pageTopics?: readonly string[];
};
