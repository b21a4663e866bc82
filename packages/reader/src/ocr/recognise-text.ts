/** A word in a picture. All values are in pixels, from the top-left corner. */
export type RecognisedWord = {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** How sure the engine is, 0 to 100. */
  confidence: number;
  /** The line's baseline below this word. */
  baseline: number;
  /** Height of the line's letters, from the top of an ascender to the bottom of a descender. */
  letterHeight: number;
  /** How its line runs, as a clockwise turn: 0 from left to right, 90 downwards, 270 upwards. */
  direction: 0 | 90 | 180 | 270;
};

export type RecogniseOptions = {
  /**
   * Takes the picture for one block of lines. Otherwise columns and blocks are looked for first, in which single letters
   * and digits that stand alone are lost.
   */
  asOneBlock?: boolean;
};

/**
 * Port: reads the text of a picture (PNG). Words come in the engine's reading order. Throws OcrError.
 */
export type RecogniseText = (png: Uint8Array, options?: RecogniseOptions) => Promise<RecognisedWord[]>;

/** Tesseract with some of its language packs. */
export type OcrEngine = {
  /** Tesseract's names of the languages that it reads. */
  languages: readonly string[];
  recognise: RecogniseText;
};

/** Tesseract as it is here. */
export type Tesseract = {
  name: string;
  /** Its names of the languages that it has. */
  packs: ReadonlySet<string>;
  engine(languages: readonly string[]): OcrEngine;
  /** Its name of the script of a picture (PNG), such as "Cyrillic", and whether it is sure. Null where it does not know. */
  findScript(png: Uint8Array): Promise<{ script: string; isSure: boolean } | null>;
  /** Ends what it started. */
  close(): Promise<void>;
};

/** The engine failed on this picture, or can't be started. The message says what an operator can do. */
export class OcrError extends Error {
  override readonly name = "OcrError";
}
