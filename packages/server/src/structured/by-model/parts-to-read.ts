import { termsOf } from "../../text/terms.ts";
import type { DocumentPart } from "./document-parts.ts";

/**
 * The parts that the budget has room for, in order: those that share most terms with what is looked for, and the first
 * one whatever it costs.
 */
export function partsToRead(parts: DocumentPart[], words: string, tokenBudget: number): DocumentPart[] {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= tokenBudget) return parts;
  const wanted = new Set(termsOf(words));
  const sharedBy = (part: DocumentPart) =>
    new Set(part.lines.flatMap((line) => termsOf(line)).filter((term) => wanted.has(term))).size;
  const nearest = parts
    .map((part, index) => ({ part, index, shared: sharedBy(part) }))
    .sort((one, other) => other.shared - one.shared || one.index - other.index);
  let left = tokenBudget;
  const read = nearest.filter(({ part }, rank) => {
    if (rank > 0 && part.tokens > left) return false;
    left -= part.tokens;
    return true;
  });
  return read.sort((one, other) => one.index - other.index).map(({ part }) => part);
}
