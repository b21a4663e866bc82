import type { AskJudge } from "../models/judge.ts";
import { addUsage, noTokens, type TokenUsage } from "../models/usage.ts";
import type { Passage } from "./answerer.ts";
import { factsStand } from "./verify/facts-stand.ts";
import type { Support, VerifiedStatement } from "./verify/verified-statement.ts";

/** Asks the judge about the statements of one answer. */
export type AnswerJudge = {
  /** The statement with what the judge found, if it was asked. */
  look(found: VerifiedStatement, passages: Passage[], signal: AbortSignal): Promise<VerifiedStatement>;
  /** What the judge has used so far. */
  usage(): TokenUsage;
};

/** Statements of one answer that are judged; an answer with more of them is not worth the wait. */
const maxJudged = 24;
/** How long an answer may wait for its judge in all. */
const answerMs = 60_000;
/** Characters of a passage around the part that a statement rests on, on each side. */
const maxAround = 600;

/**
 * A judge is asked only what the rules leave unverified. What it finds supported is verified, if each number and name is in
 * the evidence: there the rules know better. What it finds contradicted stays unverified and is shown as such, because judges
 * take many faithful sentences for contradictions. One that has failed is not asked again by this answer.
 */
export function createAnswerJudge(ask: AskJudge | undefined): AnswerJudge {
  let usage = noTokens;
  let left = ask ? maxJudged : 0;
  let deadline: AbortSignal | undefined;

  return {
    async look(found, passages, signal) {
      const evidence = found.supports.flatMap((support) => around(support, passages));
      if (!ask || left === 0 || found.verdict !== "unverified" || evidence.length === 0) return found;
      deadline ??= AbortSignal.timeout(answerMs);
      const judged = deadline.aborted ? null : await ask(found.text, evidence, signal);
      left = judged === null ? 0 : left - 1;
      if (judged === null) return found;
      usage = addUsage(usage, judged.usage);
      const { judge, score } = judged;
      const opinion =
        judged.opinion === "supported" && !factsStand(found.text, evidence) ? "unsure" : judged.opinion;
      const verdict = opinion === "supported" ? "verified" : found.verdict;
      return { ...found, verdict, judged: { judge, opinion, score } };
    },
    usage: () => usage,
  };
}

/** The part of a passage that a support names, with what is before and after it, below its headings. */
function around({ passage: position, span }: Support, passages: Passage[]): string[] {
  const passage = passages[position];
  if (!passage) return [];
  const { text, sectionTitle } = passage;
  const start = span.start <= maxAround ? 0 : text.lastIndexOf(" ", span.start - maxAround) + 1;
  const space = text.indexOf(" ", span.end + maxAround);
  const shown = text.slice(start, space < 0 ? text.length : space);
  return [sectionTitle === "" ? shown : `${sectionTitle}\n${shown}`];
}
