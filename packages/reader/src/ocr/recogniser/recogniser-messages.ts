import type { Box } from "../../layout/page/box.ts";
import type { Picture } from "../picture.ts";

/** Of a process that recognises: where its weights are. */
export type RecogniserFiles = { detection: string; recognition: string; characters: string };

/** Asks the process for the lines of a picture, which has three channels. */
export type RecogniseRequest = { id: number; picture: Picture };

export type RecogniseReply = { id: number; lines: ReadLine[] } | { id: number; error: string };

/** A line of text as the process reads it; boxes in pixels of the picture. */
export type ReadLine = Box & {
  words: ReadWord[];
  /** How sure its characters are on average, 0 to 1. */
  score: number;
  /** How it runs, as a clockwise turn. */
  direction: 0 | 90 | 180 | 270;
};

/** From where to where along its line a word reaches, as shares of the line's length. */
export type ReadWord = { text: string; start: number; end: number; score: number };
