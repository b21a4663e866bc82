import { calculationOf, comparisonHolds, isMiscalculated, isReversed } from "./calculations.ts";
import type { WholeEvidence } from "./contradicts.ts";
import { sameNumber } from "./number-facts.ts";
import type { StatementWord } from "./statement-words.ts";

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
  const found = foreign.map((number) => calculationOf(number, statement, factsOf(shown)));
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
