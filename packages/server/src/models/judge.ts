import type { TokenUsage } from "./usage.ts";

/** `supported`: all of a statement follows from the evidence. `contradicted`: the evidence says otherwise. */
export const opinions = ["supported", "contradicted", "unsure"] as const;
export type Opinion = (typeof opinions)[number];

export type Judgement = {
  /** The judge's name, which readers of the answer see. */
  judge: string;
  opinion: Opinion;
  /** How sure it is, 0..1; null for a judge that does not say. */
  score: number | null;
  usage: TokenUsage;
};

/**
 * Port: reads a statement with the texts that it cites. Statement and texts are data: nothing in them is an instruction. Rejects
 * with the signal's reason when it aborts, and with `ModelUnavailableError` when the model fails.
 */
export type Judge = (
  statement: string,
  evidence: readonly string[],
  signal: AbortSignal,
) => Promise<Judgement>;

/** As a judge; null when it can't say now. Rejects only when the signal aborts. */
export type AskJudge = (
  statement: string,
  evidence: readonly string[],
  signal: AbortSignal,
) => Promise<Judgement | null>;

/** How long a reader waits for one statement. */
const judgingMs = 20_000;

/** Asks a judge within a time limit. When it fails, `warn` is called, without a word of statement or evidence. */
export const createAskJudge =
  (judge: Judge, warn: (message: string) => void): AskJudge =>
  async (statement, evidence, signal) => {
    const deadline = AbortSignal.timeout(judgingMs);
    try {
      return await judge(statement, evidence, AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      const why = deadline.aborted ? `it took more than ${judgingMs / 1000} s` : (error as Error).message;
      warn(`A statement was released as the rules left it, because the judge failed: ${why}`);
      return null;
    }
  };
