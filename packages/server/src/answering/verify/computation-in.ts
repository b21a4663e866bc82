import { calculationOf, comparisonHolds, isMiscalculated, isReversed } from "./calculations.ts";
import type { WholeEvidence } from "./contradicts.ts";
import { sameNumber } from "./number-facts.ts";
import { alignWords, type StatementWord, saysSomething } from "./statement-words.ts";

/** Share of the words from which on a sentence is a copy with another number in it, and computes nothing. */
const copied = 0.85;

const rest = /^(?:others?|rest|remaining|remainder|ubrigen|rest\w*|autres|otros|resto)$/;

/** Whether a statement repeats some sentences, whatever their numbers. */
export function copies(said: StatementWord[], shown: StatementWord[]): boolean {
  const found = alignWords(said, shown);
  const words = said.flatMap((word, index) => (saysSomething(word) && !word.fact ? [index] : []));
  return words.filter((index) => found.has(index)).length >= copied * words.length;
}

/** How the numbers of a statement follow from those of the evidence. `isFalse`: it says something else than the result. */
export type Computation = { text: string; isFalse: boolean };

/**
 * What a statement computes or compares with the numbers of some sentences. Undefined when it does neither, or says a name
 * that the evidence does not have, or denies something.
 */
export function computationIn(
  statement: string,
  said: StatementWord[],
  shown: StatementWord[],
  evidence: WholeEvidence,
): Computation | undefined {
  const factsOf = (words: StatementWord[]) => words.flatMap(({ fact }) => fact ?? []);
  const known = factsOf(evidence.words);
  const foreign = factsOf(said).filter((number) => !known.some((other) => sameNumber(number, other)));
  const isUnknown = (word: StatementWord) =>
    word.kind === "denial" || (word.kind === "name" && !evidence.hasName(word));
  if (said.some(isUnknown)) return undefined;
  if (foreign.length === 0) {
    const compared = comparisonHolds(said, shown);
    return compared && { text: compared.text, isFalse: !compared.holds };
  }
  // "The others voted against it": the evidence asks for the rest.
  const asked = `${statement} ${shown.some(({ folded }) => rest.test(folded)) ? "remaining" : ""}`;
  const found = foreign.map((number) => calculationOf(number, asked, factsOf(shown)));
  const whole = found.flatMap((each) => each ?? []);
  if (whole.length < found.length) {
    const isWrong = foreign.some(
      (number, index) => !found[index] && isMiscalculated(number, statement, factsOf(shown)),
    );
    return isWrong ? { text: "", isFalse: true } : undefined;
  }
  return {
    text: whole.map(({ text }) => text).join("; "),
    isFalse: whole.some((each) => isReversed(statement, each)),
  };
}
