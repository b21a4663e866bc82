import { isFunctionWord, partsOf } from "../../text/function-words.ts";
import type { Language } from "../../text/languages.ts";
import { foldAccents, tokenise } from "../../text/terms.ts";
import { isCommonWord } from "./common-words.ts";

/** Weight of a function word beside a word with a subject. "When are you open?" is more than "open". */
const functionWeight = 0.15;
/** "When do you open?" and "Where do you open?" are two questions. */
const askingWeight = 0.6;
const commonWeight = 0.6;
/** How alike a heading and a question are when the text below the heading is the answer. */
export const minAlike = 0.8;

const asking = new Set(
  `who whom whose what which when where why how wer wem wen was wann wo wohin woher warum wieso wie welche welcher welches
  qui que quoi quand ou pourquoi comment combien quel quelle quels quelles quien quienes cuando donde como cuanto cuanta
  cuantos cuantas cual cuales chi cosa quando dove perche come quanto quanta quanti quante quale quali quem onde qual
  quais wat wanneer waar waarom hoe hoeveel welk welke`.split(/\s+/),
);

type Weighted = Map<string, number>;

/**
 * Compares headings with the question, 0..1: the words that both have, by weight, against all words of both. Unlike
 * other comparisons it counts function words and the order of nothing.
 */
export function createHeadingMatch(question: string, language: Language | null): (heading: string) => number {
  const asked = weighted(question, language);
  const known = new Map<string, number>();
  return (heading) => {
    let alike = known.get(heading);
    if (alike === undefined) {
      alike = heading === "" ? 0 : similarity(asked, weighted(heading, language));
      known.set(heading, alike);
    }
    return alike;
  };
}

function weighted(text: string, language: Language | null): Weighted {
  const words: Weighted = new Map();
  for (const token of tokenise(foldAccents(text)).flatMap((each) => partsOf(each.text))) {
    const light = language !== null && isFunctionWord(token, language);
    const common = language !== null && isCommonWord(token, language);
    words.set(token, asking.has(token) ? askingWeight : light ? functionWeight : common ? commonWeight : 1);
  }
  return words;
}

function similarity(a: Weighted, b: Weighted): number {
  let both = 0;
  let all = 0;
  for (const [word, weight] of a) {
    all += weight;
    if (b.has(word)) both += weight;
  }
  for (const [word, weight] of b) if (!a.has(word)) all += weight;
  return all === 0 ? 0 : both / all;
}
