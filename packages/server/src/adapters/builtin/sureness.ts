import type { Scored } from "./score-candidates.ts";
import { surenessWeights } from "./sureness-weights.ts";

/** Evidence of whether the best sentence answers, where sentences were compared by meaning. */
export type Evidence = {
  /** Cosine of the question and the sentence below its heading. */
  cosine: number;
  /** Cosine of the question and the section of the sentence. */
  section: number;
  /** How far the question's words lie from those of the section. */
  unsaid: number;
  /** 1 where the question asks for a kind of answer that the sentence has not, else 0. */
  lacksKind: number;
  /** Share of the question's names and numbers that neither the sentence nor its context has, 0..1. */
  lacksNames: number;
  /** How far its score is above that of the fourth sentence, or of the last one. */
  margin: number;
  /** Logarithm of the number of sentences among which it was found. */
  units: number;
  /** The mean cosine of the question and the sentences compared: what its words alone bring. */
  background: number;
};

/** What judges by meaning: an encoder in a language that it knows, or that of English in another one. */
export type Judge = "english" | "multilingual" | "elsewhere";

/**
 * From this sureness on an answer is given. Chosen on the documents of `bench/own-words.ts`: above it, about as many right answers
 * are lost as wrong ones.
 */
export const minSureness: Record<Judge, number> = { english: 0.29, multilingual: 0.52, elsewhere: 0.28 };

/** A few sentences do not show where cosines of the question lie: so many with this one count beside them. */
const prior = { sentences: 5, cosine: 0.3 } as const;

/** `ranked`: best first; `units`: the sentences among which they were found. */
export const evidenceOf = (best: Scored, ranked: Scored[], units: number): Evidence => ({
  ...best.cosines,
  unsaid: best.unsaid,
  lacksKind: Number(!best.shaped),
  lacksNames: 1 - best.names,
  margin: best.score - Math.max(0, (ranked[3] ?? ranked.at(-1) ?? best).score),
  units: Math.log(Math.max(1, units)),
  background: backgroundOf(ranked.filter(({ cosines }) => cosines.cosine !== 0)),
});

const backgroundOf = (compared: Scored[]): number =>
  compared.reduce((sum, { cosines }) => sum + cosines.cosine, prior.sentences * prior.cosine) /
  (compared.length + prior.sentences);

/** How sure it is that the best sentence answers: the share of such answers that are right, 0..1. Fitted for each encoder. */
export function surenessOf(evidence: Evidence, judge: Exclude<Judge, "elsewhere">): number {
  const weights = surenessWeights[judge];
  const names = Object.keys(evidence) as (keyof Evidence)[];
  return logistic(names.reduce((all, name) => all + weights[name] * evidence[name], weights.constant));
}

/**
 * An encoder of English alone takes texts in other languages for more alike than they are, and three documents are
 * too few to fit on: a sentence has at least this share of the question's words, and a score above a threshold that grows with
 * the sentences searched, higher where the asked kind is missing.
 */
const elsewhere = { minOwn: 0.3, constant: 0.28, constantOfOtherKind: 0.42, perUnits: 0.02, steepness: 20 };

/** The same in other languages, on the same scale. */
export function surenessElsewhere({ own, score, shaped }: Scored, units: number): number {
  if (own < elsewhere.minOwn) return 0;
  const min = minSureness.elsewhere;
  const threshold =
    (shaped ? elsewhere.constant : elsewhere.constantOfOtherKind) +
    elsewhere.perUnits * Math.log(Math.max(1, units));
  return logistic(elsewhere.steepness * (score - threshold) + Math.log(min / (1 - min)));
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));
