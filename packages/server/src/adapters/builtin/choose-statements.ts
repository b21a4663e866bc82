import type { NearSentence, Passage, Statement } from "../../answering/answerer.ts";
import { confidenceOf } from "./confidence.ts";
import { minAlike } from "./heading-match.ts";
import { withoutOldVersions } from "./later-version.ts";
import { narrowRow, type WordTools } from "./narrow-row.ts";
import type { Question } from "./question.ts";
import { readOn } from "./read-on.ts";
import { type Scored, wordsIn } from "./score-candidates.ts";
import { isListed, sectionBeginning, structureAnswer, tellsApart } from "./structure-answer.ts";
import {
  type Evidence,
  evidenceOf,
  type Judge,
  minSureness,
  surenessElsewhere,
  surenessOf,
} from "./sureness.ts";

const maxStatements = 3;
/** Maximum words of an answer of several sentences. The first may be longer. */
const maxWords = 55;
/** How close to the best score a further sentence must be. */
const nearness = 0.7;
/** A sentence as close as this may as well be the answer, wherever it stands, and has room for more words. */
const tie = 0.9;
const maxWordsOfTie = 75;
/** The same where the language is not known, and with it no names. */
const strictNearness = 0.9;
/** How much of the question it must say itself, beside the best one. */
const minOwn = 0.4;
/** A sentence from the same passage is preferred, because it reads on. */
const samePassage = 0.1;
/** A sentence whose score is so close to that of a row comes first: it says the same in words. */
const inWords = 0.1;
/** The same of scores by meaning, which lie closer together. */
const nearByMeaning = 0.06;

/** Items of a list whose scores lie no farther apart answer together. */
const nearInList = 0.12;

export type ChosenStatements = {
  statements: Statement[];
  /** How sure it is that they answer, 0..1. */
  confidence: number;
  /** Whether that is enough to answer. */
  isSure: boolean;
  /** Share of the question's weight that the best one says itself, 0..1. */
  own: number;
  /** Whether the best one is a row of a table. */
  fromTable: boolean;
  /** Items of the list that were left out. */
  more: number;
  /** The first sentences of different sections, best first; none where only words were compared. */
  nearest: NearSentence[];
  /** What `confidence` was drawn from, where sentences were compared by meaning and no heading decides. */
  evidence?: Evidence;
};

/** From this confidence on an answer is given where only words are compared. */
export const minConfidence = 0.5;

const none: ChosenStatements = {
  statements: [],
  confidence: 0,
  isSure: false,
  own: 0,
  fromTable: false,
  more: 0,
  nearest: [],
};

/**
 * Chooses the sentences that come closest to an answer: the best one, and further ones with a close score that say
 * something else, in reading order; or what answers by its place. Headings are never chosen.
 */
export function chooseStatements(
  question: Question,
  scored: Scored[],
  tools: WordTools,
  passages: Passage[],
): ChosenStatements {
  const ranked = withoutOldVersions(question, inOrderOfScore(ableOf(question, scored)), passages);
  const best = bestOf(ranked);
  if (!best) return none;
  const structure = structureAnswer(question, [best, ...ranked.filter((one) => one !== best)], tools);
  const chosen = structure?.chosen ?? withNearest(question, best, ranked);
  const confidence = structure?.isSure ? 1 : confidenceOf(question, best);
  return {
    ...chosenFrom(question, chosen, tools, structure !== undefined),
    confidence,
    isSure: confidence >= minConfidence,
    own: best.own,
    more: structure?.more ?? 0,
    nearest: [],
  };
}

/** The same by scores of meaning; `units`: the sentences among which they were found. */
export function chooseByMeaning(
  question: Question,
  scored: Scored[],
  tools: WordTools,
  { passages, units, judge }: { passages: Passage[]; units: number; judge: Judge },
): ChosenStatements {
  const fitting = ableOf(question, scored).filter(({ lacksNumber }) => !lacksNumber);
  const ranked = withoutOldVersions(question, inOrderOfScore(fitting), passages);
  const [best] = ranked;
  if (!best) return none;
  const structure = structureAnswer(question, ranked, tools, nearInList);
  const chosen = structure?.chosen ?? nearestByMeaning(best, ranked);
  const evidence = structure?.isSure ? undefined : evidenceOf(best, ranked, units);
  const ofScore =
    evidence && judge !== "elsewhere" ? surenessOf(evidence, judge) : surenessElsewhere(best, units);
  const confidence = structure?.isSure || isSaid(best, question, judge) ? 1 : ofScore;
  return {
    ...chosenFrom(question, chosen, tools, structure !== undefined),
    ...(evidence && { evidence }),
    confidence,
    isSure: confidence >= minSureness[judge],
    own: best.own,
    more: structure?.more ?? 0,
    nearest: nearestSentences(ranked),
  };
}

/** A sentence or row that itself says this share of the question, and each of its names, answers it. */
const minSaid = 0.85;

/**
 * Encoders do not know codes: "Preis von KL-3137?" lies as near to every row of the table, and "F-521" to no sentence. In English
 * a question without a name is left to the encoder: words alone answered nine more questions that were about other documents.
 * "Telephone" alone is answered by each number.
 */
const isSaid = ({ own, names, shaped, showsValue }: Scored, question: Question, judge: Judge): boolean =>
  (showsValue && question.terms.length === 1) ||
  (shaped &&
    names === 1 &&
    own >= minSaid &&
    (judge === "multilingual" || (judge === "english" && question.names > 0)));

/** More of them are a list to search, and no help. */
const maxNearest = 3;

function nearestSentences(ranked: Scored[]): NearSentence[] {
  const sections = new Map<string, NearSentence>();
  for (const { candidate } of ranked) {
    if (sections.size === maxNearest) break;
    if (!sections.has(candidate.section)) sections.set(candidate.section, candidate);
  }
  return [...sections.values()].map(({ passage, text }) => ({ passage, text }));
}

const ableOf = (question: Question, scored: Scored[]): Scored[] => {
  const asked = new Set(question.terms.map((term) => term.stem));
  const leadIns = new Set(scored.map(({ candidate }) => candidate.leadIn));
  // "Telephone" alone asks for the number.
  const isValue = asked.size === 1 && scored.some(({ showsValue }) => showsValue);
  return scored.filter(
    ({ candidate, alike, breaksName, showsValue }) =>
      !candidate.isTitle &&
      (showsValue || !isValue) &&
      !breaksName &&
      (alike >= minAlike ||
        candidate.answersHeading ||
        leadIns.has(candidate.text) ||
        question.yesOrNo ||
        saysMore(candidate.stems, asked)),
  );
};

const inOrderOfScore = (scored: Scored[]): Scored[] =>
  scored.sort((a, b) => b.score - a.score || a.candidate.position - b.candidate.position);

/** `isWhole`: a table is given with all of its columns. */
const chosenFrom = (question: Question, chosen: Scored[], tools: WordTools, isWhole: boolean) => ({
  statements: eachOnce(
    chosen.map(({ candidate: { text, row, passage } }) => ({
      text: row && !(isWhole && chosen.length > 1) ? narrowRow(question, row.table, row.index, tools) : text,
      passages: [passage],
    })),
  ),
  fromTable: chosen[0]?.candidate.row !== undefined,
});

/**
 * The best sentence, and those that may as well be the answer, as long as it stays short. Of an answer to a question no
 * sentence is left out: "No." says nothing.
 */
function nearestByMeaning(best: Scored, ranked: Scored[]): Scored[] {
  const chosen: Scored[] = [];
  const leadIns = new Set(ranked.map(({ candidate }) => candidate.leadIn));
  let words = 0;
  for (const one of ranked) {
    if (chosen.length >= maxStatements || one.score < best.score - nearByMeaning) break;
    if (chosen.includes(one) || repeats(one, chosen) || (one !== best && addsNothing(one, best, leadIns)))
      continue;
    const beginning = one.candidate.answersHeading && !isListed(one) ? sectionBeginning(one, ranked) : [];
    const added = beginning.includes(one) ? beginning : one === best ? [one, ...readOn(one, ranked)] : [one];
    words += added.reduce((sum, each) => sum + wordsIn(each), 0);
    if (chosen.length > 0 && words > maxWordsOfTie) break;
    chosen.push(...added);
  }
  return chosen;
}

/**
 * What an answer is shorter without: a sentence that lacks a word of the question beside one that has all, another row
 * or item beside the one that is asked for, and a sentence that only leads into a list.
 */
const addsNothing = (one: Scored, best: Scored, leadIns: ReadonlySet<string | undefined>): boolean =>
  (best.own > saysAll && one.own <= best.own - tellsApart) ||
  (isListed(one) && isListed(best) && one.own <= best.own - tellsApart) ||
  leadIns.has(one.candidate.text);
const saysAll = 0.9;

/** The first; of a row and a sentence of the same shape that is as good, the sentence. */
function bestOf(ranked: Scored[]): Scored | undefined {
  const [first] = ranked;
  if (!first?.candidate.row) return first;
  const sentence = ranked.find(
    ({ candidate, score, shaped }) =>
      !candidate.row && score >= first.score - inWords && (shaped || !first.shaped),
  );
  return sentence ?? first;
}

/** The best sentence and those that come close, as long as the answer stays short. */
function withNearest(question: Question, best: Scored, ranked: Scored[]): Scored[] {
  const chosen = [best, ...readOn(best, ranked)];
  let words = chosen.reduce((sum, one) => sum + wordsIn(one), 0);
  const isTie = (one: Scored): boolean => one.score >= tie * best.score;
  const rank = (one: Scored): number =>
    one.score + (one.candidate.passage === best.candidate.passage ? samePassage : 0);
  const near = ranked
    .filter((one) => one !== best)
    // When a sentence defines the thing, sentences that only mention it add nothing.
    .filter(
      (one) =>
        rank(one) >= best.score * (question.language === null ? strictNearness : nearness) &&
        (one.defines || !best.defines),
    )
    .filter(
      (one) =>
        (one.candidate.passage === best.candidate.passage && !one.candidate.row) ||
        (isTie(one) && !one.candidate.row) ||
        keepsUpWith(one, best),
    )
    .filter((one) => one.own >= best.own * minOwn)
    // What is below another question answers that one.
    .filter(
      ({ candidate }) =>
        !best.candidate.answersHeading || candidate.innermostHeading === best.candidate.innermostHeading,
    )
    .filter((one) => mayStandBeside(one, best))
    .sort((a, b) => rank(b) - rank(a));
  for (const one of near) {
    if (chosen.length === maxStatements) break;
    if (words + wordsIn(one) > (isTie(one) ? maxWordsOfTie : maxWords) || repeats(one, chosen)) continue;
    chosen.push(one);
    words += wordsIn(one);
  }
  return chosen.sort(
    (a, b) => Number(b === best) - Number(a === best) || a.candidate.position - b.candidate.position,
  );
}

/**
 * A row says little but its cells. So beside another statement it must say as much of the question as that one does,
 * beside a sentence with what is around it too. A sentence beside a row adds nothing.
 */
function mayStandBeside(one: Scored, best: Scored): boolean {
  if (best.candidate.row) return one.candidate.row !== undefined && one.own >= best.own;
  return !one.candidate.row || (one.own >= best.own && one.coverage >= best.coverage);
}

/** Elsewhere, a sentence without a name that the best one has, or of another kind, speaks of something else. */
const keepsUpWith = (one: Scored, best: Scored): boolean =>
  one.names >= best.names && one.ownNames >= best.ownNames && (one.shaped || !best.shaped);

/** Copies of a text are one statement. */
const eachOnce = (statements: Statement[]): Statement[] => {
  const seen = new Set<string>();
  return statements.filter(({ text }) => !seen.has(text) && seen.add(text));
};

/** A sentence that only repeats the question answers nothing, unless the answer is yes or no. */
const saysMore = (stems: string[], asked: ReadonlySet<string>): boolean =>
  stems.some((word) => !asked.has(word));

/** Whether one of the chosen sentences says almost the same. Copies of a document would be cited twice. */
const repeats = (one: Scored, chosen: Scored[]): boolean =>
  chosen.some((other) => overlap(one.candidate.stems, other.candidate.stems) > 0.8);

/** Jaccard similarity of the words of two sentences. */
function overlap(a: string[], b: string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common || 1);
}
