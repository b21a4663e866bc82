import type { Passage, Statement } from "../answerer.ts";
import { findQuote } from "./find-quote.ts";
import type { VerifiedStatement } from "./verified-statement.ts";

/**
 * A value that fills a schema is a part of a sentence: it only has to be in its passage. Where it does not, it was
 * read out of the whole passage, which the rules cannot decide.
 */
export function verifyValue({ text, passages: cited }: Statement, passages: Passage[]): VerifiedStatement {
  const found = cited.map((passage) => ({ passage, span: findQuote(text, passages[passage]?.text ?? "") }));
  const isThere = found.every(({ span }) => span !== undefined);
  const supports = found.map(({ passage, span }) => ({
    passage,
    span: span ?? { start: 0, end: passages[passage]?.text.length ?? 0 },
  }));
  return { text, supports, verdict: isThere ? "verified" : "unverified" };
}
