import type { ElementType } from "@headwater/spec";

/** In PDF points (1/72 inch), origin at the top-left corner of the page, y growing downwards. */
export type BoundingBox = { left: number; top: number; width: number; height: number };

/** Width and height of the page in PDF points. */
export type PageLayout = { width: number; height: number };

/** What a parser finds: one block of a document in reading order. */
export type ParsedElement = {
  type: ElementType;
  /** Plain text, NFC, no markup; lines joined, hyphenation at line ends undone. */
  text: string;
  /** The same as Markdown: `## Title`, `- item`, a pipe table, a fenced block … */
  markdown?: string;
  /** For tables a `<table>`; attribute-free and script-free. */
  html?: string;
  /** Base64 of an embedded image (PNG or JPEG), for `Image` elements that have one. */
  imageBase64?: string;
  /** 1-based. Formats without pages are one page. */
  pageNumber: number;
  boundingBox?: BoundingBox;
  pageLayout?: PageLayout;
  /** Depth of a `Title`: 1 is the document's title. */
  level?: number;
  /** Free of user-visible meaning for us: filled where a format knows more (`languages`, `link_urls`, `sheet` …). */
  metadata?: Record<string, unknown>;
};
