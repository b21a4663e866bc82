import { showsShape } from "./answer-shapes.ts";
import type { AnswerTable } from "./answer-table.ts";
import type { Candidate } from "./candidate-sentences.ts";
import { columnsNamed, matches, narrowRow, type WordTools } from "./narrow-row.ts";
import type { Question, QuestionTerm, Relative } from "./question.ts";

/** An answer that a table gives by the names of its row and its column. */
export type AskedCell = { text: string; passage: number };

type Row = { table: AnswerTable; index: number };

/**
 * The cell, or the row, that a question with a code asks for: "lead value of W-2052" names a row and a column of one table,
 * "storage with Plus 25" a column and a row. The names of a table prove what no encoder knows, so no sentence is compared. Undefined
 * where more than one cell fits, where a sentence says the same in words, or where the question says what the documents say elsewhere
 * only. `relatives`: for each term of the question, the words of the documents that mean it.
 */
export function askedCell(
  question: Question,
  candidates: Candidate[],
  relatives: Relative[][],
  tools: WordTools,
): AskedCell | undefined {
  const names = question.terms.filter(({ named }) => named);
  if (!names.some(({ stem }) => /\d/.test(stem))) return undefined;
  const telling = question.terms.filter(({ named, share }) => !named && share === 1);
  const said = (words: readonly string[], terms: QuestionTerm[]) =>
    terms.filter(({ stem }) => words.some((word) => matches(stem, word, tools)));
  const hasAll = (words: readonly string[], terms: QuestionTerm[]) =>
    said(words, terms).length === terms.length;
  const isHeard = (term: QuestionTerm) => (relatives[question.terms.indexOf(term)] ?? []).length > 0;
  /** Of the words that say what is asked the table has at least half, and no other text has the rest. */
  const isAbout = (words: readonly string[]) => {
    const met = said(words, telling);
    const rest = telling.filter((term) => !met.includes(term));
    return rest.length <= met.length && !rest.some(isHeard);
  };
  const rows = candidates.flatMap(({ row, passage, heading }) => (row ? [{ ...row, passage, heading }] : []));
  const found = rows.flatMap(({ table, index, passage, heading }): AskedCell[] => {
    const cells = tools.reader.stems((table.rows[index] ?? []).join(" "));
    const headings = tools.reader.stems(table.columns.join(" "));
    if (!isAbout([...cells, ...headings, ...heading])) return [];
    const isAsked = hasAll(cells, names)
      ? hasAll([...cells, ...headings], telling) || columnsNamed(question, table, index, tools) !== undefined
      : isUnderName({ table, index }, names, telling, { question, tools });
    return isAsked ? [{ text: narrowRow(question, table, index, tools), passage }] : [];
  });
  const [cell] = found;
  if (!cell || found.some(({ text }) => text !== cell.text)) return undefined;
  const isInWords = candidates.some(
    ({ row, isTitle, stems }) => !row && !isTitle && hasAll(stems, names) && hasAll(stems, telling),
  );
  return isInWords ? undefined : cell;
}

/** Whether the heading of one column has all names, and the row's own name says what is asked of it. */
function isUnderName(
  { table, index }: Row,
  names: QuestionTerm[],
  telling: QuestionTerm[],
  { question, tools }: { question: Question; tools: WordTools },
): boolean {
  const row = table.rows[index] ?? [];
  const label = row.findIndex((cell) => cell !== "");
  const words = tools.reader.stems(row[label] ?? "");
  const under = table.columns.flatMap((heading, column) => {
    const own = tools.reader.stems(heading);
    return column !== label && names.every(({ stem }) => own.includes(stem)) ? [row[column] ?? ""] : [];
  });
  const [cell = ""] = under;
  return (
    under.length === 1 &&
    cell !== "" &&
    (question.shape === null || question.shape === "person" || showsShape(question.shape, cell)) &&
    telling.some(({ stem }) => words.some((word) => matches(stem, word, tools)))
  );
}
