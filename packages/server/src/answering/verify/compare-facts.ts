import { stem } from "../../text/stem.ts";
import { foldAccents, isStopWord } from "../../text/terms.ts";
import { contradictingWord, countNegations, plainWords } from "./fact-words.ts";
import { hasName, nameFacts } from "./name-facts.ts";
import { numberFacts, sameNumber } from "./number-facts.ts";

/** Why a statement does not follow from its evidence. */
export type Difference = "number" | "name" | "negation" | "opposite" | "words";

/** Share of the statement's content words that the evidence must have. */
const minShare = 0.6;

/**
 * The first rule by which a paraphrase fails: its numbers (with sign, unit, currency and percent), names, months and codes
 * must be in the evidence, it must deny what the nearest sentence of it denies, say no opposite, and share most of its content words.
 * `context` (the heading, the name of the file) may hold names. Undefined: no rule fails, which does not prove it.
 */
export function findDifference(
  statement: string,
  { evidence, nearest, context }: { evidence: string; nearest: string; context: string },
): Difference | undefined {
  const shown = numberFacts(evidence);
  if (numberFacts(statement).some((said) => !shown.some((each) => sameNumber(said, each)))) return "number";
  const named = `${evidence}\n${context}`;
  if (nameFacts(statement).some((name) => !hasName(name, named))) return "name";
  if (countNegations(statement) % 2 !== countNegations(nearest) % 2) return "negation";
  if (contradictingWord(statement, evidence) !== undefined) return "opposite";
  return sharedContent(statement, named) < minShare ? "words" : undefined;
}

/** Share of the content words of a statement that a text has, 0..1; 1 when it has none. */
export function sharedContent(statement: string, text: string): number {
  const wanted = contentStems(statement);
  if (wanted.length === 0) return 1;
  const held = new Set(contentStems(text));
  return wanted.filter((word) => held.has(word)).length / wanted.length;
}

const contentStems = (text: string): string[] =>
  plainWords(text)
    .filter((word) => !isStopWord(word))
    .map((word) => stem(foldAccents(word)));
