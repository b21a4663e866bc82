import { fileNameTerms } from "../text/file-name-words.ts";
import type { RetrievedChunk } from "./retrieved-chunk.ts";

/** Hits that are compared. The others follow them, so that the first ones are the same for every number of hits asked for. */
export const comparedHits = 50;
/** What a hit keeps of its score whose document and headings have nothing that the question names. */
const minShare = 0.5;

const year = /(?<![\p{L}\p{N}.,])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,]\d)/gu;

const isYear = (term: string): boolean => /^(?:19|20)\d{2}$/.test(term);

/** Whether the question names a year: then documents and sections of other years are often no answer. */
export const namesYear = (question: string): boolean => question.match(year) !== null;

/**
 * Of a question that names a year, prefers the hits whose document name, title or headings have that year and the other
 * words that distinguish hits, such as a firm: reports of other years mention the year too, beside their own. Nothing
 * changes unless some hits are of that year, and some of another.
 */
export function preferNamedYear(question: string, hits: RetrievedChunk[]): RetrievedChunk[] {
  const years = new Set(question.match(year) ?? []);
  const compared = hits.slice(0, comparedHits);
  const labels = compared.map(({ fileName, title }) => new Set(fileNameTerms(`${fileName} ${title}`)));
  const telling = fileNameTerms(question).filter((term) => {
    const having = labels.filter((label) => label.has(term)).length;
    return having > 0 && having < labels.length;
  });
  const isOfYear = labels.some((label) => [...years].some((each) => label.has(each)));
  const isOfOtherYear = labels.some((label) => [...label].some((term) => isYear(term) && !years.has(term)));
  if (!isOfYear || !isOfOtherYear) return hits;
  const preferred = compared
    .map((chunk, at) => {
      const share = telling.filter((term) => labels[at]?.has(term)).length / telling.length;
      return { ...chunk, score: chunk.score * (minShare + (1 - minShare) * share) };
    })
    .sort((one, other) => other.score - one.score);
  const lowest = preferred.at(-1)?.score ?? 1;
  const rest = hits.slice(comparedHits);
  return [...preferred, ...rest.map((chunk) => ({ ...chunk, score: Math.min(chunk.score, lowest) }))];
}
