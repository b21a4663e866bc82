/** The shares of shingles that are right, added and missing; they add up to 1, so long texts do not weigh more. */
export type ShingleScore = { right: number; added: number; missing: number };

const wordsInShingle = 4;

/**
 * Compares two texts by their shingles of four words, counted with repetition: the measure of
 * article-extraction-benchmark. A word is a run of letters, digits and underlines, its case kept.
 */
export function shingleScore(truth: string, text: string): ShingleScore {
  const expected = shingleCounts(truth);
  const found = shingleCounts(text);
  let right = 0;
  let added = 0;
  let missing = 0;
  for (const shingle of new Set([...expected.keys(), ...found.keys()])) {
    const inTruth = expected.get(shingle) ?? 0;
    const inText = found.get(shingle) ?? 0;
    right += Math.min(inTruth, inText);
    added += Math.max(0, inText - inTruth);
    missing += Math.max(0, inTruth - inText);
  }
  const all = right + added + missing || 1;
  return { right: right / all, added: added / all, missing: missing / all };
}

function shingleCounts(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  const last = Math.max(1, words.length - wordsInShingle + 1);
  for (let start = 0; start < last; start += 1) {
    const shingle = words.slice(start, start + wordsInShingle).join(" ");
    if (shingle !== "") counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

const precisionOf = ({ right, added }: ShingleScore): number => (added === 0 ? 1 : right / (right + added));

const recallOf = ({ right, missing }: ShingleScore): number =>
  missing === 0 ? 1 : right / (right + missing);

/** Means of precision and recall over pages, and the F1 of these means, as that benchmark has it. */
export function meanScore(scores: readonly ShingleScore[]): {
  precision: number;
  recall: number;
  f1: number;
} {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  // A page without a word read has no precision; a page without a true word no recall.
  const precision = mean(scores.filter(({ right, added }) => right + added > 0).map(precisionOf));
  const recall = mean(scores.filter(({ right, missing }) => right + missing > 0).map(recallOf));
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}
