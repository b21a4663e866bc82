import type { Language } from "../../text/languages.ts";

/** German words that are before nouns, hardly ever before names. */
const determiners =
  "der|die|das|den|dem|des|ein|eine|einem|einen|einer|eines|kein|keine|keinen|keiner|zum|zur|im|am|vom|beim|ins|diese[mnrs]?|jede[mnrs]?|alle[nr]?|seine?[mnrs]?|ihre?[mnrs]?|unsere?[mnrs]?";
const afterDeterminer = new RegExp(`(?<!\\p{L})(?:${determiners})\\s+(\\p{Lu}[\\p{L}-]+)`, "giu");
const nounEnding =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse|ismus|ling|tum)$/u;
const word = /\p{L}[\p{L}\p{M}]*/gu;
const capital = /^\p{Lu}/u;

/**
 * Finds words that are not names, though they have a capital: those that the texts write without one as often, as
 * "First" and "Well" at the beginning of sentences. In German, where each noun has a capital, also a word that has an article
 * before it in any of the texts, or the ending of a noun. Names with an article ("die Schweiz") are lost by that.
 */
export function createIsOrdinaryWord(
  texts: readonly string[],
): (word: string, language: Language) => boolean {
  /** Above 0: rather with a capital. */
  const capitals = new Map<string, number>();
  const nouns = new Set<string>();
  for (const text of texts) {
    for (const [found] of text.matchAll(word)) {
      const lower = found.toLowerCase();
      capitals.set(lower, (capitals.get(lower) ?? 0) + (capital.test(found) ? 1 : -1));
    }
    for (const [, noun = ""] of text.matchAll(afterDeterminer)) nouns.add(noun);
  }
  return (word, language) =>
    (capitals.get(word.toLowerCase()) ?? 1) <= 0 ||
    (language === "de" && (nouns.has(word) || nounEnding.test(word)));
}
