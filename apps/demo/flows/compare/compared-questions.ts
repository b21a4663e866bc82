import type { RunCase } from "@headwater/spec";
import { type MovedPassage, movedPassages, movesInWords } from "../ranks/moved-passages.ts";

export type ComparedQuestion = {
  question: string;
  /** nDCG on both sides; null where it is not known. */
  before: number | null;
  after: number | null;
  /** How the side after was served: better or worse by its figures, or otherwise different. */
  became: "better" | "worse" | "changed" | "same";
  /** What happened, in words. */
  words: string;
  cases: [RunCase, RunCase];
};

/** Smaller differences of a figure do not count. */
const least = 0.005;

/** The questions that both runs asked, in the order of the second. */
export function comparedQuestions(before: readonly RunCase[], after: readonly RunCase[]): ComparedQuestion[] {
  const known = new Map(before.map((each) => [each.question, each]));
  return after.flatMap((now) => {
    const was = known.get(now.question);
    return was ? [compared(was, now)] : [];
  });
}

function compared(was: RunCase, now: RunCase): ComparedQuestion {
  const [before, after] = [was, now].map(({ measures }) => measures.ndcg ?? null);
  const moves = movedPassages(was.passages, now.passages);
  const moved = movesInWords(moves);
  const isReworded = was.answer !== now.answer;
  const became = becameOf(was, now) ?? (moved !== "" || isReworded ? "changed" : "same");
  const lost = became === "worse" ? lostRank(moves, now) : undefined;
  const words = [lost ?? moved, isReworded ? "another answer" : ""].filter((part) => part !== "").join(", ");
  // The same passages, and yet another judgement: something else is expected.
  const judged = became === "better" ? "passes now" : became === "worse" ? "no longer passes" : "nothing";
  return {
    ...{ question: now.question, before: before ?? null, after: after ?? null, became },
    words: words === "" ? judged : words,
    cases: [was, now],
  };
}

/** Whether it passes counts first, then how high the right passages stand. */
function becameOf(was: RunCase, now: RunCase): "better" | "worse" | undefined {
  if (was.passes !== now.passes && was.passes !== null && now.passes !== null)
    return now.passes ? "better" : "worse";
  const [before, after] = [was.measures.ndcg, now.measures.ndcg];
  if (typeof before !== "number" || typeof after !== "number" || Math.abs(after - before) < least)
    return undefined;
  return after > before ? "better" : "worse";
}

/** "right passage from 1 to 3": the first passage of an expected source that fell. */
function lostRank(moves: readonly MovedPassage[], { expected }: RunCase): string | undefined {
  const fell = moves.find(
    ({ before, after }) =>
      before &&
      (!after || after.rank > before.rank) &&
      expected.sources?.includes(before.passage.source ?? ""),
  );
  if (!fell) return undefined;
  return fell.after
    ? `right passage from ${fell.before?.rank} to ${fell.after.rank}`
    : `right passage of rank ${fell.before?.rank} lost`;
}

/** "of 44 questions 3 are answered better, 1 worse, 40 as before" */
export function questionsGist(questions: readonly ComparedQuestion[]): string {
  const count = (became: ComparedQuestion["became"]) =>
    questions.filter((each) => each.became === became).length;
  const parts = (
    [
      ["better", "better"],
      ["worse", "worse"],
      ["changed", "otherwise"],
      ["same", "as before"],
    ] as const
  ).flatMap(([became, word]) => (count(became) > 0 ? [{ number: count(became), word }] : []));
  const total = questions.length;
  if (total === 1) return `the one question is answered ${parts[0]?.word}`;
  const [first, ...rest] = parts;
  if (!first) return "no question was asked in both";
  const verb = first.number === 1 ? "is" : "are";
  return `of ${total} questions ${[`${first.number} ${verb} answered ${first.word}`, ...rest.map(({ number, word }) => `${number} ${word}`)].join(", ")}`;
}
