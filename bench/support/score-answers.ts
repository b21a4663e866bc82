import { splitSentences } from "../../packages/server/src/text/sentences.ts";
import type { Answerable, QuestionSet } from "../corpora/question-set.ts";
import { createBm25 } from "./bm25.ts";
import { median } from "./statistics.ts";

/** A statement of an answer with the texts of the elements it cites. */
export type AskedStatement = {
  text: string;
  cited: { text: string; isTitle: boolean }[];
  /** The rows that a computed value names, instead of standing there itself. */
  rows?: string[];
};
/** Asks about one document. No statements: it was refused. */
export type Asker = (question: string) => Promise<AskedStatement[]>;

export type AnswerScore = {
  asked: number;
  answered: number;
  /** Answers that hold a gold span. */
  gold: number;
  /** Answers whose first citation is the right element. */
  place: number;
  statements: number;
  /** Statements that stand word for word in an element they cite. */
  verbatim: number;
  /** Answers that cite a heading. */
  headings: number;
  /** Median over the answers given. */
  medianWords: number;
};

const plain = (text: string): string => text.replace(/[\s\u2060]+/g, " ").trim();
const words = (text: string): number => plain(text).split(" ").length;

/** A table's row may leave cells out. Each cell then is there, with its heading where it names one. */
export function isQuoted(statement: string, element: string): boolean {
  const whole = plain(element);
  if (whole.includes(plain(statement))) return true;
  const cells = statement
    .split(" | ")
    .flatMap((cell) => (whole.includes(plain(cell)) ? [] : cell.split(": ")));
  return statement.includes(" | ") && cells.every((cell) => whole.includes(plain(cell)));
}

const isVerbatim = ({ text, rows = [text], cited }: AskedStatement): boolean =>
  rows.every((row) => cited.some((one) => isQuoted(row, one.text)));

export async function scoreAnswers(
  questions: Answerable[],
  ask: Asker,
  note: (line: string) => void = () => {},
): Promise<AnswerScore> {
  const score = { asked: 0, answered: 0, gold: 0, place: 0, statements: 0, verbatim: 0, headings: 0 };
  const lengths: number[] = [];
  for (const { question, spans, paragraph } of questions) {
    const statements = await ask(question);
    score.asked += 1;
    const text = statements.map((each) => each.text).join(" ");
    const right = spans.length === 0 || spans.some((span) => plain(text).includes(plain(span)));
    if (statements.length === 0) {
      note(`REFUSED  ${question} → ${spans[0] ?? paragraph}`);
      continue;
    }
    score.answered += 1;
    lengths.push(words(text));
    score.statements += statements.length;
    score.verbatim += statements.filter(isVerbatim).length;
    if (statements.some(({ cited }) => cited.some(({ isTitle }) => isTitle))) score.headings += 1;
    if (right) score.gold += 1;
    const placed = statements[0]?.cited[0] && plain(statements[0].cited[0].text).includes(plain(paragraph));
    if (placed) score.place += 1;
    note(
      `${right ? "right" : "WRONG"} ${placed ? "    " : "AWAY"} ${question} → ${text} | ${spans[0] ?? ""}`,
    );
  }
  return { ...score, medianWords: lengths.length === 0 ? 0 : median(lengths) };
}

/** The best sentences of a document by BM25, as the answer that anybody could assemble. */
export function createSentenceAsker({ elements }: Pick<QuestionSet, "elements">, count: number): Asker {
  const sentences = elements.flatMap(({ type, text }) =>
    type === "Title"
      ? []
      : splitSentences(text).map(({ start, end }) => ({
          text: text.slice(start, end),
          cited: [{ text, isTitle: false }],
        })),
  );
  const score = createBm25(sentences.map(({ text }) => text));
  return async (question) => {
    const scores = score(question);
    return sentences
      .map((sentence, index) => ({ sentence, score: scores[index] ?? 0 }))
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ sentence }) => sentence);
  };
}

/** Area under the ROC curve: how often a question with an answer gets more confidence than one without. */
export function areaUnderCurve(positives: number[], negatives: number[]): number {
  let wins = 0;
  for (const one of positives)
    for (const other of negatives) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (positives.length * negatives.length || 1);
}
