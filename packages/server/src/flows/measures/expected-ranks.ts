import { plainWords } from "../../answering/verify/fact-words.ts";
import type { ExpectedAnswer } from "../flow/node-output.ts";

/** What a passage says and where it stands. */
export type ReadPassage = { text: string; title: string; fileName: string };

/** Which expected items each passage shows, in the order of the passages; and how many are expected. */
export type ExpectedRanks = { items: number; shown: Set<number>[] };

/** Share of the words of an expected text that a passage has to have: a chunk may begin or end within it. */
const minShare = 0.8;

/**
 * Compares what was found with what a test set expects: texts where it has some, else names of sources. Null when it
 * expects neither.
 */
export function expectedRanks(
  passages: ReadPassage[],
  expected: ExpectedAnswer | undefined,
): ExpectedRanks | null {
  const { passages: texts = [], sources = [] } = expected ?? {};
  if (texts.length > 0) {
    const wanted = texts.map((text) => plainWords(text));
    return ranksOf(texts.length, passages, ({ title, text }) => {
      const words = new Set(plainWords(`${title} ${text}`));
      return (item) => {
        const asked = wanted[item] ?? [];
        return asked.length > 0 && asked.filter((word) => words.has(word)).length >= minShare * asked.length;
      };
    });
  }
  if (sources.length === 0) return null;
  const names = sources.map((name) => name.normalize("NFC"));
  return ranksOf(names.length, passages, ({ fileName }) => {
    const own = fileName.normalize("NFC");
    return (item) => names[item] === own;
  });
}

const ranksOf = (
  items: number,
  passages: ReadPassage[],
  shows: (passage: ReadPassage) => (item: number) => boolean,
): ExpectedRanks => ({
  items,
  shown: passages.map((passage) => {
    const shown = shows(passage);
    return new Set(Array.from({ length: items }, (_, item) => item).filter(shown));
  }),
});
