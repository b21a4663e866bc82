import type { Language } from "../../text/languages.ts";
import { compoundSplits } from "../../text/split-compound.ts";
import type { QuestionTerm, Relative } from "./question.ts";

const inParts = 0.8;
const minPart = 4;

/** How alike a word is to a stem of the vocabulary, 0..1. */
type Likeness = (word: string, stem: string) => number;

/** Languages that write compounds in one word. Of a question of one noun the language is not known. */
const joinsWords = (language: Language | null): boolean =>
  language === null || language === "de" || language === "nl";

/**
 * What says a compound in its parts, or two words of the question as a compound: "Kündigungsfrist" is said by "gekündigt" beside
 * "Frist", "Rechnung auf Papier" by "Papierrechnung".
 */
export function compoundRelatives(
  term: QuestionTerm,
  terms: readonly QuestionTerm[],
  vocabulary: ReadonlySet<string>,
  likeness: Likeness,
  language: Language | null,
): Relative[] {
  if (!joinsWords(language) || term.word.length < minPart) return [];
  const closest = (part: string): Relative | undefined => {
    let best: Relative | undefined;
    for (const word of vocabulary) {
      const found = likeness(part, word);
      if (found > (best?.likeness ?? 0)) best = { word, likeness: found };
    }
    return best;
  };
  for (const [modifier, head] of compoundSplits(term.word)) {
    const [first, second] = [closest(modifier), closest(head)];
    if (first && second && first.word !== second.word)
      return [{ word: first.word, with: second.word, likeness: inParts * first.likeness * second.likeness }];
  }
  const others = terms.filter(({ stem }) => stem !== term.stem);
  return [...vocabulary].flatMap((word) =>
    compoundSplits(word).some(
      ([modifier, head]) =>
        (likeness(term.word, modifier) === 1 &&
          others.some(({ word: other }) => likeness(other, head) > 0)) ||
        (likeness(term.word, head) === 1 && others.some(({ word: other }) => likeness(other, modifier) > 0)),
    )
      ? [{ word, likeness: inParts }]
      : [],
  );
}

/** Parts that German and Dutch verbs lose in a sentence: "bringen Sie … mit". */
const particle =
  /^(?:ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|statt|teil|um|vor|weg|zu|zuruck|aan|af|in|mee|op|terug|uit)(?=.{4})/;

/** What says a verb without its particle, or with "ge" or "zu" behind it: "mitbringen", "bringen", "mitzubringen". */
export function separableRelatives(
  term: QuestionTerm,
  vocabulary: ReadonlySet<string>,
  likeness: Likeness,
  language: Language | null,
): Relative[] {
  if ((language !== "de" && language !== "nl") || !particle.test(term.word)) return [];
  const verb = term.word.replace(particle, "");
  return [...vocabulary].flatMap((word) => {
    const bare = word.replace(particle, "").replace(/^(?:ge|zu|te)(?=.{4})/, "");
    const found = Math.max(likeness(verb, word), likeness(verb, bare));
    return found > 0 ? [{ word, likeness: inParts * found }] : [];
  });
}
