import type { Candidate } from "./candidate-sentences.ts";
import type { Question } from "./question.ts";

const k1 = 1.2;
const b = 0.75;

/** Plain BM25 over sentences with their headings. */
export function createUnitBm25(
  candidates: Candidate[],
): (question: Question, candidate: Candidate) => number {
  const wordsOf = ({ innermost, stems }: Candidate): string[] => [...innermost, ...stems];
  const frequency = new Map<string, number>();
  let length = 0;
  for (const candidate of candidates) {
    const words = wordsOf(candidate);
    length += words.length;
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const average = length / (candidates.length || 1) || 1;
  return ({ terms }, candidate) => {
    const words = wordsOf(candidate);
    let score = 0;
    for (const { stem } of terms) {
      const count = words.filter((word) => word === stem).length;
      if (count === 0) continue;
      const df = frequency.get(stem) ?? 0;
      const idf = Math.log(1 + (candidates.length - df + 0.5) / (df + 0.5));
      score += (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / average));
    }
    return score;
  };
}
