import type { Judgement } from "../../models/judge.ts";
import type { Verdict } from "../../structured/verdict.ts";
import type { Span } from "../../text/sentences.ts";

/** A passage that supports a statement, and the part of its text that does. `quote` only where it is not that part. */
export type Support = { passage: number; span: Span; quote?: string };

/** What may be released of a statement: its text, as it stands or repaired, and what supports it. */
export type VerifiedStatement = {
  text: string;
  supports: Support[];
  verdict: Verdict;
  /** The calculation by which a verified statement follows: "620 − 500 = 120". */
  computed?: string;
  /** What a judge found, of a statement that rules could not decide. Absent where none was asked. */
  judged?: Omit<Judgement, "usage">;
};
