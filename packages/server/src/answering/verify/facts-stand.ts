import { hasName } from "./name-facts.ts";
import { allowsNumber } from "./number-facts.ts";
import { statementWords } from "./statement-words.ts";

/** Whether each number and each name of a statement is in the evidence: what a judge may not overrule. */
export function factsStand(statement: string, evidence: readonly string[]): boolean {
  const text = evidence.join("\n");
  const shown = statementWords(text).flatMap(({ fact }) => fact ?? []);
  return statementWords(statement).every(({ kind, fact, folded }) => {
    if (fact) return shown.some((other) => allowsNumber(fact, other));
    return kind !== "name" || hasName(folded, text);
  });
}
