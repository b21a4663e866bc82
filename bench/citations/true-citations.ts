import type { SeededRandom } from "../support/seeded-random.ts";

/** Writes a sentence as a document or an answerer may write it, without a change of what it says. */
export type Rewriting = (sentence: string, random: SeededRandom) => string;

const rewrapped: Rewriting = (sentence, random) => {
  const width = 20 + random.below(60);
  let line = 0;
  return sentence.replace(/\s+/g, (_, at: number) => {
    if (at - line < width) return " ";
    line = at;
    return random.next() < 0.3 ? "  \n " : "\n";
  });
};

const hyphenated: Rewriting = (sentence, random) =>
  sentence.replace(/\p{Ll}{8,}/gu, (word) => {
    const cut = 3 + random.below(word.length - 5);
    return random.next() < 0.5 ? word : `${word.slice(0, cut)}-\n${word.slice(cut)}`;
  });

export const rewritings: Record<string, Rewriting> = {
  verbatim: (sentence) => sentence,
  "wrapped anew": rewrapped,
  "hyphenated at line ends": hyphenated,
  "hyphenated with soft hyphens": (sentence) =>
    sentence.replace(/\p{Ll}{9,}/gu, (word) => `${word.slice(0, 5)}\u00ad${word.slice(5)}`),
  "quotes and dashes of print": (sentence) =>
    sentence
      .replace(/(^|\s)"/g, "$1“")
      .replaceAll('"', "”")
      .replaceAll("'", "’")
      .replace(/ - /g, " – ")
      .replace(/(?<=\p{L})-(?=\p{L})/gu, "\u2010"),
  "decomposed and with ligatures": (sentence) =>
    sentence.normalize("NFD").replaceAll("ffi", "ﬃ").replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ"),
  "other white space": (sentence, random) =>
    sentence.replace(/ /g, () => random.pick([" ", "\u00a0", "\u2009", "  ", "\t"])),
  "without its full stop": (sentence) => sentence.replace(/\.\s*$/, ""),
  "in quotation marks": (sentence) => (sentence.includes('"') ? sentence : `“${sentence}”`),
  "as an item in bold": (sentence) => `- **${sentence}**`,
  "with a small first letter": (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1),
};
