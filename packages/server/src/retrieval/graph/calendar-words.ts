import { wordsOfAll } from "../../text/languages.ts";
import { foldAccents } from "../../text/terms.ts";

/** Months and days of the week. In capitals they look like names. */
const calendarWords = wordsOfAll(({ months, weekdays }) => `${months} ${weekdays}`);

export const isCalendarWord = (word: string): boolean => calendarWords.has(foldAccents(word));
