import type { NearWords } from "../../models/compare-meaning.ts";
import type { Question } from "./question.ts";
import type { Judge } from "./sureness.ts";
import type { WordReader } from "./word-reader.ts";

/** What a word counts that is no term of the question, and what a term counts more. */
const weightOfAny = 0.3;

/** About the mean over questions and their best sections: a sentence gains or loses by what is less or more. */
export const ordinaryUnsaid = 0.25;

/** How far a word lies that is not said, for an encoder that gives one vector for a text only. */
const farOfUnsaid: Record<Judge, number> = { english: 0.4, multilingual: 0.2, elsewhere: 0 };

/** The same for such an encoder. `own`: the share of the question's words that the sentence has. */
export const unsaidWithout = (own: number, judge: Judge): number => farOfUnsaid[judge] * (1 - own);

/**
 * How much of a question nothing in a section says, in any words: the mean square of how far each word of the question lies from
 * the nearest word of the section's sentences. `far` and `sections`: of each sentence. Undefined for a section whose words are not known.
 */
export function createUnsaid(
  { asked, far }: NearWords,
  sections: readonly string[],
  question: Question,
  reader: WordReader,
): (section: string) => number | undefined {
  const weights = asked.map((word) => {
    const stems = new Set(reader.stems(word));
    const shares = question.terms.filter(({ stem }) => stems.has(stem)).map(({ share }) => share);
    return weightOfAny + Math.max(0, ...shares);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const nearest = new Map<string, number[]>();
  for (const [at, section] of sections.entries()) {
    const ofSentence = far[at];
    if (!ofSentence) continue;
    const before = nearest.get(section);
    nearest.set(
      section,
      before ? ofSentence.map((value, word) => Math.min(value, before[word] ?? value)) : ofSentence,
    );
  }
  return (section) =>
    nearest
      .get(section)
      ?.reduce((sum, value, word) => sum + ((weights[word] ?? 0) * Math.max(0, value) ** 2) / total, 0);
}
