import type { BoundingBox } from "../../element.ts";
import type { Box } from "./box.ts";

/**
 * Direction of the text on the displayed page, as a clockwise turn of its baseline: 0 reads left to right, 90
 * downwards, 270 upwards. Null for text rotated by any other angle, such as a watermark.
 */
export type TextDirection = 0 | 90 | 180 | 270 | null;

/** The style of a word. All words of the same style share one object. */
export type Font = {
  name: string;
  /** 400 is regular, 700 bold. */
  weight: number;
  italic: boolean;
  monospaced: boolean;
};

/** A word: characters of one font on one baseline, without white space between them, in logical order. */
export type Word = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /**
   * Distance in points from the baseline to the page edge that the tops of the letters point to (`top` for direction
   * 0).
   */
  ascent: number;
  /** Effective font size in points. */
  size: number;
  font: Font;
  direction: TextDirection;
  /**
   * Whether the page's own text has white space before this word. Without it, the word may continue the previous word.
   */
  spaceBefore: boolean;
  /** In tagged PDFs: the marked content that it belongs to, which the page's structure refers to. */
  content?: number;
};

/**
 * A drawn straight line, or an edge of a drawn rectangle. The longer side decides whether it is horizontal or vertical.
 */
export type Rule = { left: number; top: number; right: number; bottom: number };

/** A picture, a part of a drawing (with curves or slanted lines), a filled rectangle, or an empty one. */
export type Shape = Box & {
  kind: "picture" | "drawing" | "area" | "frame";
  /** Number of lines and curves it is made of, up to 40. */
  segments: number;
};

/** A form field that a person filled in or may tick, or a text that was typed onto the page. */
export type FormField = Box & {
  /** The full name inside the file, `order.street`. Empty for typed text. */
  name: string;
  /** What the file says about the field. Often empty. */
  description: string;
  kind: "text" | "tick" | "typed";
  /** Of a tick box, ☒ or ☐. */
  value: string;
};

export type PageLink = { box: BoundingBox; url: string };

/** A node of a tagged PDF's structure tree: what the author's program says a part of the page is. */
export type StructureNode = {
  /** The standard role, such as `H2`, `P`, `LI`, `TD`. */
  role: string;
  /** Nodes, and numbers of marked content, in reading order. */
  children: (StructureNode | number)[];
  /** Of a cell: how many columns and rows it spans. Default: 1. */
  columns?: number;
  rows?: number;
  /** Of a figure: the text that stands for it, and its place, where anything is painted. */
  alternative?: string;
  box?: Box;
};

/** Counts of words that are in the file but are not visible. */
export type LeftOut = {
  /** Words outside the page's visible part (its crop box). */
  outside: number;
  /** Words that are invisible, covered, clipped away, of the colour of their ground, or in a hidden layer. */
  hidden: number;
};

/**
 * One page. All values are in points of the page as displayed (cropped and rotated), with the origin at the top left
 * and y downwards.
 */
export type Page = {
  width: number;
  height: number;
  words: Word[];
  rules: Rule[];
  links: PageLink[];
  /** What the page shows besides text and straight lines. */
  shapes?: Shape[];
  /** Filled form fields and tick boxes. What they show is among the words, too. */
  fields?: FormField[];
  /** The page's part of the structure tree. It may be wrong. */
  structure?: StructureNode;
  /** Words that `words` lacks because they can't be seen. */
  leftOut?: LeftOut;
  /** Whether the page shows a picture. It may be a scan. */
  hasImages?: boolean;
  /** By how many degrees (clockwise) the lines of a scan slope that was not put straight. Default: 0. */
  skew?: number;
  /** Why text that the page shows may be missing or wrong: a sentence after "Page 3:", without its full stop. */
  doubt?: string | undefined;
  /** Set when the words were not in the file as text, but were recognised in a picture of the page. */
  textSource?: "ocr";
};

/** Port: the pages of a document. A PDF, OCR or a slide can be behind it. */
export type PageSource = {
  readonly pageCount: number;
  /** 1-based. Throws when the page can't be read; other pages still can. */
  readPage(pageNumber: number): Promise<Page>;
  /** A part of a page as it looks, base64 of a PNG or JPEG. Undefined where no more pictures are kept. */
  readPicture?(pageNumber: number, box: BoundingBox): Promise<string | undefined>;
};

/** An entry of the document's outline; `pageNumber` is 1-based, `level` counts from 1. */
export type OutlineEntry = { title: string; pageNumber: number; level: number };
