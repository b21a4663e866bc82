import type { Word } from "../layout/page/page.ts";

/** A word and the text object that paints it. */
export type PlacedWord = { word: Word; object: number };
