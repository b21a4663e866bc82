import type { AnswerPattern } from "../../text/languages/language-words.ts";
import { wordsOfAll } from "../../text/languages.ts";

/** Words that show a kind of answer, folded, of all languages, as one pattern. */
const joined = (kind: AnswerPattern): string => [...wordsOfAll(({ patterns }) => patterns[kind])].join("|");

export const months = joined("months");
export const weekdays = joined("weekdays");
export const timeWords = joined("times");
export const units = joined("units");
export const numberWords = joined("numbers");
