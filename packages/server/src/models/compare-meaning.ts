import type { ProjectId } from "../kernel/ids.ts";

/** How alike in meaning a question and texts are. */
export type Likeness = {
  /** The cosines of their vectors, in the order of the texts. */
  cosines: number[];
  /** Absent where the encoder gives one vector for a text only. */
  words?: NearWords;
};

/** How far the words of a question lie from those of texts. */
export type NearWords = {
  /** The question's words, as the encoder writes them. */
  asked: string[];
  /**
   * For each text, and each of these words, how far the nearest word of the text is: 0 for the same, about .5 for an unrelated
   * one. Null where the text's own words are not known.
   */
  far: (number[] | null)[];
};

/**
 * Port: how alike in meaning a question and texts of a project's documents are. Null where no vectors can be had now: then words
 * alone decide. Never rejects. `isEnglish`: which encoder is asked, where each language has its own. `sections`: how many of the
 * texts, from the first, are whole sections, whose words are not asked for.
 */
export type CompareMeaning = (
  projectId: ProjectId,
  question: string,
  texts: readonly string[],
  isEnglish: boolean,
  sections: number,
) => Promise<Likeness | null>;

/** The same within one project. */
export type CompareTexts = (
  ...args: Parameters<CompareMeaning> extends [ProjectId, ...infer Rest] ? Rest : never
) => ReturnType<CompareMeaning>;
