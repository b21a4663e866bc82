/**
 * `verified`: the rules pass on the evidence as first cited. `repaired`: they pass after the wording or the place was
 * corrected. `unverified`: the rules find no fault but cannot decide, as in a paraphrase.
 */
export type Verdict = "verified" | "repaired" | "unverified";
