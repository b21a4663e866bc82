import type { Passage, Statement } from "./answerer.ts";
import { mayStandUncited } from "./verify/may-stand-uncited.ts";
import type { VerifiedStatement } from "./verify/verified-statement.ts";
import { verifyStatement } from "./verify/verify-statement.ts";

export type StatementGate = {
  /** Holds text between statements back until a statement follows, because it may be all that there is. */
  hold(text: string): void;
  /** Drops the text that is held back. */
  drop(): void;
  /** What may be released of a statement. Undefined: it is left out, with the text before it. */
  verify(statement: Statement, passages: Passage[]): VerifiedStatement | undefined;
  /** The next piece of the answer: a statement, with its markers, after the text before it. */
  release(marked: string): string;
  /** All pieces so far. */
  text(): string;
  /** Whether a statement was left out. */
  hasLeftOut(): boolean;
};

/** Lets through what can be verified or repaired of an answer, statement by statement. */
export function createStatementGate(): StatementGate {
  let text = "";
  let held = "";
  let leftOut = false;
  return {
    hold(between) {
      held += mayStandUncited(between) ? between : "";
    },
    drop() {
      held = "";
    },
    verify(statement, passages) {
      const verified = verifyStatement(statement, passages);
      if (!verified) {
        leftOut = true;
        // The text after it brings the white space for the next statement.
        held = text === "" ? held.trimEnd() : "";
      }
      return verified;
    },
    release(marked) {
      const piece = (leftOut ? gapped(text, held) : held) + marked;
      held = "";
      text += piece;
      return piece;
    },
    text: () => text,
    hasLeftOut: () => leftOut,
  };
}

/** The text before a statement when one before it was left out: none at the start, and white space after other text. */
const gapped = (text: string, held: string): string => {
  if (text === "") return held.trimStart();
  return /^\s/.test(held) || /\s$/.test(text) ? held : ` ${held}`;
};
