import type { BoundingBox } from "../../element.ts";

/**
 * Clockwise turn of the text's baseline as displayed: 0 reads across, 90 downwards, 270 upwards. Null: aslant, such as
 * a watermark.
 */
export type TextDirection = 0 | 90 | 180 | 270 | null;

/** The look of a word, shared by all words that have it. */
export type PdfFont = {
  name: string;
  /** 400 is regular, 700 bold. */
  weight: number;
  italic: boolean;
  monospaced: boolean;
};

/** Characters without white space between them, in one font and on one baseline, in logical order. */
export type PdfWord = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Distance of the baseline from the edge the text's head points to (`top` for direction 0), in points. */
  ascent: number;
  /** Effective font size in points. */
  size: number;
  font: PdfFont;
  direction: TextDirection;
  /** Whether the page's own text flow has white space before this word; without it the word may continue the last. */
  spaceBefore: boolean;
};

/** A drawn straight line, or an edge of a drawn rectangle: horizontal or vertical by its longer side. */
export type PdfRule = { left: number; top: number; right: number; bottom: number };

export type PdfLink = { box: BoundingBox; url: string };

/** All in points of the page as displayed (crop box, rotated): origin top-left, y downwards. */
export type PdfPage = {
  width: number;
  height: number;
  words: PdfWord[];
  rules: PdfRule[];
  links: PdfLink[];
};

/** An entry of the document's outline; `pageNumber` is 1-based, `level` counts from 1. */
export type PdfOutlineEntry = { title: string; pageNumber: number; level: number };

export type PdfDocument = {
  readonly pageCount: number;
  /** 1-based. Throws when the page can't be read; other pages still can. */
  readPage(pageNumber: number): Promise<PdfPage>;
  outline(): PdfOutlineEntry[];
  close(): void;
};

/** Port: opens a PDF. Throws PdfOpenError. */
export type OpenPdf = (bytes: Uint8Array) => Promise<PdfDocument>;

/** Why a PDF can't be opened. */
export class PdfOpenError extends Error {
  override readonly name = "PdfOpenError";
  readonly reason: "password" | "damaged";

  constructor(reason: "password" | "damaged", options?: ErrorOptions) {
    super(reason === "password" ? "the PDF needs a password" : "the PDF can't be read", options);
    this.reason = reason;
  }
}
