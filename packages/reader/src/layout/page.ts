import type { BoundingBox } from "../element.ts";

/** Clockwise turn of the text's baseline as displayed: 0 reads across, 90 downwards, 270 upwards. Null: rotated by another angle, such as a watermark. */
export type TextDirection = 0 | 90 | 180 | 270 | null;

/** The look of a word, shared by all words that have it. */
export type Font = {
  name: string;
  /** 400 is regular, 700 bold. */
  weight: number;
  italic: boolean;
  monospaced: boolean;
};

/** Characters without white space between them, in one font and on one baseline, in logical order. */
export type Word = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Distance of the baseline from the edge the text's head points to (`top` for direction 0), in points. */
  ascent: number;
  /** Effective font size in points. */
  size: number;
  font: Font;
  direction: TextDirection;
  /** Whether the page's own text flow has white space before this word; without it the word may continue the last. */
  spaceBefore: boolean;
};

/** A drawn straight line, or an edge of a drawn rectangle: horizontal or vertical by its longer side. */
export type Rule = { left: number; top: number; right: number; bottom: number };

export type PageLink = { box: BoundingBox; url: string };

/** All in points of the page as displayed (crop box, rotated): origin top-left, y downwards. */
export type Page = {
  width: number;
  height: number;
  words: Word[];
  rules: Rule[];
  links: PageLink[];
};

/** Port: the pages of a document, whoever makes them. */
export type PageSource = {
  readonly pageCount: number;
  /** 1-based. Throws when the page can't be read; other pages still can. */
  readPage(pageNumber: number): Promise<Page>;
};

/** An entry of the document's outline; `pageNumber` is 1-based, `level` counts from 1. */
export type OutlineEntry = { title: string; pageNumber: number; level: number };
