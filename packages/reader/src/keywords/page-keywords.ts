import type { PageCount, TermCount } from "./count-page.ts";

/** Each element of the page has them, so each costs some bytes hundreds of times. */
const maxKeywords = 6;
const titleWeight = 2;
/** Of equally frequent terms, the longer phrase says more: so much for each further word. */
const phraseWeight = 0.3;
/** In languages whose function words are on no list, they are short, and many of all words. */
const shortLetters = 4;
const commonShare = 0.02;
const minWordsForShare = 150;

type Scored = TermCount & { key: string; score: number };

/** The terms of a page that stand out against the document, the most specific first; at most six. */
export function pageKeywords(
  { terms, total }: { terms: PageCount; total: number },
  pagesWith: (key: string) => number,
  pageCount: number,
): readonly string[] {
  const scored: Scored[] = [];
  for (const [key, term] of terms) {
    const { text, words, count, inTitle } = term;
    const isCommon = words === 1 && text.length <= shortLetters && count > commonShare * total;
    if (isCommon && total >= minWordsForShare) continue;
    const rarity = 1 + Math.log(pageCount / pagesWith(key));
    const score =
      (1 + Math.log(count)) * rarity * (inTitle ? titleWeight : 1) * (1 + phraseWeight * (words - 1));
    scored.push({ ...term, key, score });
  }
  scored.sort((a, b) => b.score - a.score || b.count - a.count || (a.key < b.key ? -1 : 1));
  const chosen: Scored[] = [];
  for (const term of scored) {
    if (chosen.length === maxKeywords) break;
    if (!chosen.some((other) => covers(other.key, term.key) || covers(term.key, other.key)))
      chosen.push(term);
  }
  return chosen.map(({ text }) => text);
}

/** "water" says nothing that "drinking water" has not said. */
const covers = (longer: string, shorter: string): boolean => ` ${longer} `.includes(` ${shorter} `);
