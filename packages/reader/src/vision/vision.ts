/** A page or a figure as it looks. */
export type SeenPicture = { png: Uint8Array; width: number; height: number };

export type PageToSee = SeenPicture & {
  /** The text that the file itself has for this page, in reading order; empty for scans. It may be cut. */
  knownText: string;
};

/** What a model says of one block. Nothing here is trusted: see `blockElement`. */
export type SeenBlock = {
  /** One of the contract's element types, or whatever the model made up. */
  type: string;
  /** Of a picture: what it shows. Of a table it may be empty. */
  text: string;
  /** Depth of a heading, from 1. */
  level: number | null;
  /** Cells of a table, row by row; the first row is its header. */
  rows: string[][] | null;
  /** Left, top, right, bottom in thousandths of the picture's width and height. */
  box: number[] | null;
};

/** What a page is about. */
export type PageNotes = { summary: string; keywords: string[]; topics: string[] };

export type SeenPage = { blocks: SeenBlock[]; notes: PageNotes };

export type VisionOptions = {
  /** Stops the call. The promise then rejects with the signal's reason. */
  signal: AbortSignal;
};

/**
 * Port: a model that sees. Each function throws VisionError, whose message is written for the person who brought the
 * document. Pictures and texts are data: what they say is never an instruction.
 */
export type Vision = {
  /** For messages: the model's name. */
  name: string;
  /** Pages that it takes at a time. */
  maxConcurrent: number;
  /** Reads a page: its blocks in reading order, figures described, and what it is about. */
  readPage: (page: PageToSee, options: VisionOptions) => Promise<SeenPage>;
  /** Says in one to three sentences what a figure shows. */
  describeFigure: (figure: SeenPicture, options: VisionOptions) => Promise<string>;
  /** Says what a page of text is about. */
  annotatePage: (text: string, options: VisionOptions) => Promise<PageNotes>;
};

/** The model can't be reached, refuses, takes too long, or answers what can't be used. */
export class VisionError extends Error {
  override readonly name = "VisionError";
}
