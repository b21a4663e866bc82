import type { Line } from "./line.ts";

/** A text that was put together from pieces of one or more lines. */
export type PartyText = {
  text: string;
  pieces: { text: string; line: Line; order: number }[];
  score: number;
  /** Whether a label says which party it is. */
  isLabelled?: boolean;
};
export type Party = { name: PartyText | null; address: PartyText | null };
/** Who issued a paper and whom it is for. */
export type Parties = { issuer: Party; customer: Party };
