import { foldAccents } from "../../text/terms.ts";

const negation =
  /\b(?:not|never|no|none|cannot|without|neither|nor|nicht|kein\w*|nie|ohne|ne|jamais|aucune?|sans|nunca|sin|ningun\w*|non|mai|senza|nao|sem|niet|geen|nooit|zonder)\b|n't\b|n’t\b/;
const negatingStart = /^(?:non-?|un|in|im|ir|il|dis|anti-?)(?=\p{L}{4})/u;

/** Pairs of English words that exclude each other. A sentence with the other one answers another question. */
const opposites = new Map(
  `max min|maximum minimum|most least|highest lowest|upper lower|best worst|more less|more fewer|larger smaller|before after|
  first last|easy hard|easier harder|increase decrease|increased decreased|finite infinite|fast slow|simple complex|same different|
  north south|east west|northern southern|eastern western|entered left|won lost|allowed forbidden|true false|odd even|
  inside outside|early late|earlier later|buyer seller|landlord tenant|lender borrower|arrival departure|income expense`
    .split("|")
    .flatMap((pair) => {
      const [one = "", other = ""] = pair.trim().split(" ");
      return [
        [one, other],
        [other, one],
      ] as const;
    }),
);

const wordsOf = (text: string): Set<string> => new Set(foldAccents(text).match(/[\p{L}\p{N}-]+/gu) ?? []);
const timesOf = (text: string): string[] => text.match(/\b1\d{3}\b|\b20\d{2}\b|\b\d{1,2}th\b/g) ?? [];

export type Disagreement = {
  /** One of them says "not" and the other does not. */
  negation: boolean;
  /** Number of other disagreements: opposite words, words with "un-" or "non-", another year. */
  others: number;
};

/** What shows that a sentence is about something else than the question, although they share words. */
export function disagreementOf(question: string, sentence: string): Disagreement {
  const [asked, said] = [wordsOf(question), wordsOf(sentence)];
  const opposite = [...asked].some((word) => {
    const other = opposites.get(word);
    return other !== undefined && said.has(other) && !said.has(word);
  });
  const reversed = (one: Set<string>, other: Set<string>) =>
    [...one].some((word) => {
      const positive = word.replace(negatingStart, "");
      return positive !== word && other.has(positive) && !other.has(word);
    });
  const [askedTimes, saidTimes] = [timesOf(question), timesOf(sentence)];
  const otherTime = askedTimes.length > 0 && !askedTimes.some((time) => saidTimes.includes(time));
  return {
    negation: negation.test(foldAccents(question)) !== negation.test(foldAccents(sentence)),
    others: Number(opposite) + Number(reversed(asked, said) || reversed(said, asked)) + Number(otherTime),
  };
}
