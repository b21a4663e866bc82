import { characters } from "../measure.ts";
import type { Splitter } from "../splitter.ts";

/** Fills chunks with paragraphs, or with what is between separators; where one is too long with lines, sentences, words. */
export const splitByCharacter = (separator: string): Splitter => ({ measure: characters, separator });
