import { splitSentences } from "../text/sentences.ts";
import { termsOf } from "../text/terms.ts";

/** Length of an excerpt in characters. A single longer sentence is cut between words. */
const maxLength = 300;

const comparable = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * The part of an element's text that supports a statement: whole sentences, word for word, at most about 300
 * characters. It is the sentence most similar to the statement. If there is room, it includes the neighbours that the
 * statement also quotes.
 */
export function textPreview(elementText: string, statement: string): string {
  const spans = splitSentences(elementText);
  const wanted = new Set(termsOf(statement));
  const normalised = comparable(statement);
  const quoted = spans.map(({ start, end }) =>
    normalised.includes(comparable(elementText.slice(start, end))),
  );
  const shared = spans.map(({ start, end }) => share(termsOf(elementText.slice(start, end)), wanted));
  const best = indexOfBest(spans.map((_, index) => (quoted[index] ? 2 : 0) + (shared[index] ?? 0)));
  let begin = spans[best]?.start ?? 0;
  let end = spans[best]?.end ?? elementText.length;
  for (let index = best - 1; quoted[best] && quoted[index]; index -= 1) {
    const wider = spans[index]?.start ?? begin;
    if (end - wider > maxLength) break;
    begin = wider;
  }
  for (let index = best + 1; quoted[best] && quoted[index]; index += 1) {
    const wider = spans[index]?.end ?? end;
    if (wider - begin > maxLength) break;
    end = wider;
  }
  return cut(elementText.slice(begin, end));
}

function share(terms: string[], wanted: Set<string>): number {
  if (terms.length === 0 || wanted.size === 0) return 0;
  const distinct = new Set(terms);
  const common = [...distinct].filter((term) => wanted.has(term)).length;
  // Uses Sørensen–Dice, so that a long sentence does not win by its length.
  return (2 * common) / (distinct.size + wanted.size);
}

/** The first of equals. */
const indexOfBest = (scores: number[]): number => {
  let best = 0;
  for (const [index, score] of scores.entries()) if (score > (scores[best] ?? 0)) best = index;
  return best;
};

function cut(text: string): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(" ", maxLength);
  const end = space > maxLength / 2 ? space : maxLength;
  // Never cut inside a surrogate pair.
  const whole = /[\uD800-\uDBFF]$/.test(text.slice(0, end)) ? end - 1 : end;
  return text.slice(0, whole).trimEnd();
}
