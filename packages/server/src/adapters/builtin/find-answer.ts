import type { AnswerRequest, NearSentence, Passage, Statement } from "../../answering/answerer.ts";
import type { JudgingEncoder } from "../../models/built-in-encoder.ts";
import { languageOf } from "../../text/detect-language.ts";
import type { Language } from "../../text/languages.ts";
import { showsShape } from "./answer-shapes.ts";
import { askedCell } from "./asked-cell.ts";
import { type Candidate, candidateSentences } from "./candidate-sentences.ts";
import { type ChosenStatements, chooseByMeaning, chooseStatements } from "./choose-statements.ts";
import { computeOverTable } from "./compute-over-table.ts";
import { countList } from "./count-list.ts";
import type { WordTools } from "./narrow-row.ts";
import { needsReasoning, statesResult } from "./needs-reasoning.ts";
import { preferAskedTerms } from "./prefer-asked-terms.ts";
import { createQuestionReader, type Question, type Relative } from "./question.ts";
import { respeltQuestion } from "./respelt-question.ts";
import { scoreByMeaning } from "./score-by-meaning.ts";
import { type Scored, scoreCandidates } from "./score-candidates.ts";
import type { Evidence, Judge } from "./sureness.ts";
import { operationIn } from "./table-operations.ts";
import { relativesOf } from "./term-weights.ts";
import { createWordRelations } from "./word-relations.ts";

export type FoundAnswer = {
  /** The sentences that come closest to an answer. */
  statements: Statement[];
  /** How sure it is that they answer, 0..1. */
  confidence: number;
  /** Whether that is enough to answer. */
  isSure: boolean;
  /** What `confidence` was drawn from, where sentences were compared by meaning. */
  evidence?: Evidence;
  /** Items of the list that were left out. */
  more: number;
  /** Sentences that come nearest, where vectors were compared; best first. */
  nearest: NearSentence[];
  /** Whether the answer has to be worked out and no sentence says the result. */
  needsReasoning: boolean;
};

/** A sentence that says the result of a comparison or a sum says at least this share of the question. */
const minOwnOfResult = 0.6;

/** What a question is answered from. */
export type ReadQuestion = Pick<
  AnswerRequest,
  "question" | "asked" | "passages" | "compare" | "chunksSearched"
>;

/** Finds the sentences that answer a question, however sure they are. Throws when the signal aborts. */
export type FindAnswer = (request: ReadQuestion, signal: AbortSignal) => Promise<FoundAnswer>;

/** `encoder`: which one compares sentences. */
export function createFindAnswer(encoder: JudgingEncoder = "english"): FindAnswer {
  const readQuestion = createQuestionReader();
  const relations = createWordRelations();
  return async ({ question: text, asked, passages, compare, chunksSearched }, signal) => {
    signal.throwIfAborted();
    const documents = languageOf(beginningOf(passages));
    const { question: read, reader } = readQuestion(text, asked, documents);
    const candidates = candidateSentences(passages, reader);
    signal.throwIfAborted();
    const relevance = passages.map((passage) => passage.score);
    const tools = { relations, reader };
    const relatives = relativesOf(read.terms, candidates, tools, read.language);
    const question = withoutOtherQuantities(read, relatives);
    const cell = needsReasoning(text, question.language)
      ? undefined
      : askedCell(question, candidates, relatives, tools);
    if (cell) return sureOf({ text: cell.text, passages: [cell.passage] });
    const scored = scoreCandidates(question, candidates, relevance, reader, relatives);
    const isEnglish = readsEnglish(question.language, documents);
    const judge = judgeOf(encoder, isEnglish);
    const respelt = respeltQuestion(question, relatives, candidates, reader);
    const compareAll = async (texts: readonly string[], sections: number) =>
      compare?.(texts, isEnglish, respelt, sections) ?? null;
    const meant = compare
      ? await scoreByMeaning(question, scored, passages, compareAll, { judge, reader })
      : null;
    signal.throwIfAborted();
    const chosen = meant
      ? chooseByMeaning(question, meant, tools, {
          passages,
          judge,
          units: unitsAmong(candidates, passages, chunksSearched),
        })
      : chooseByWords(question, scored, tools, passages);
    const [first] = chosen.statements;
    const isSure = first !== undefined && chosen.isSure;
    // Where a sentence says the largest or the sum itself, it is quoted.
    const operation = operationIn(text)?.operation;
    const quotesResult =
      isSure &&
      !chosen.fromTable &&
      chosen.own >= minOwnOfResult &&
      operationIn(first.text)?.operation === operation;
    const saysCount = isSure && showsShape("count", first.text);
    const computed =
      (quotesResult ? undefined : computeOverTable(question, candidates, passages, tools)) ??
      (saysCount ? undefined : countList(question, scored, passages, tools));
    if (computed) return sureOf(computed);
    return {
      ...chosen,
      needsReasoning:
        needsReasoning(text, question.language) &&
        !(isSure && chosen.own >= minOwnOfResult && statesResult(first.text)),
    };
  };
}

/** What a table proves. */
const sureOf = (statement: Statement): FoundAnswer => ({
  statements: [statement],
  confidence: 1,
  isSure: true,
  more: 0,
  nearest: [],
  needsReasoning: false,
});

const judgeOf = (encoder: JudgingEncoder, isEnglish: boolean): Judge => {
  if (encoder === "multilingual" || (encoder === "by language" && !isEnglish)) return "multilingual";
  return isEnglish ? "english" : "elsewhere";
};

/** "2500 m" is within "up to 3,000 metres": a quantity that no sentence has is not required of an answer. */
function withoutOtherQuantities(question: Question, relatives: Relative[][]): Question {
  const isOther = (at: number) => question.terms[at]?.quantity === true && relatives[at]?.length === 0;
  const names = question.names - [...question.terms.keys()].filter(isOther).length;
  const terms = question.terms.map((term, at) => (isOther(at) ? { ...term, named: false, share: 0 } : term));
  return { ...question, terms, names: Math.max(0, names) };
}

/** Whether the question and what is read are English, as far as their languages are known. */
function readsEnglish(...languages: (Language | null)[]): boolean {
  const known = languages.filter((each) => each !== null);
  return known.length > 0 && known.every((each) => each === "en");
}

/** Enough to tell the language of what is read. */
const beginningOf = (passages: Passage[]): string =>
  passages
    .slice(0, 8)
    .map(({ text }) => text)
    .join("\n");

/** What was asked now may be said in other words. Then the terms taken from before choose the sentence. */
function chooseByWords(
  question: Question,
  scored: Scored[],
  tools: WordTools,
  passages: Passage[],
): ChosenStatements {
  const preferred = chooseStatements(question, preferAskedTerms(scored), tools, passages);
  return preferred.isSure ? preferred : chooseStatements(question, scored, tools, passages);
}

/** About how many sentences there are where the passages were searched. */
function unitsAmong(
  candidates: Candidate[],
  passages: Passage[],
  chunksSearched: number | undefined,
): number {
  const chunksRead = new Set(passages.map(({ chunk }) => chunk)).size || 1;
  return candidates.length * Math.max(1, (chunksSearched ?? 0) / chunksRead);
}
