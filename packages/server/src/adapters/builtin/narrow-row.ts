import { showsShape } from "./answer-shapes.ts";
import { type AnswerTable, rowText } from "./answer-table.ts";
import type { Question } from "./question.ts";
import type { WordReader } from "./word-reader.ts";
import type { WordRelations } from "./word-relations.ts";

export type WordTools = { reader: WordReader; relations: WordRelations };

/** A row with at most this many cells is quoted whole when the question names no column. */
const maxWholeRow = 8;

/** Whether a word says a term: a number only itself. */
export const matches = (term: string, word: string, { relations }: WordTools): boolean =>
  /\d/.test(term + word) ? term === word : relations.likeness(term, word) > 0;

/** How well the terms of a question are said by a text, by weight. */
export function matchOf({ terms }: Question, text: string, { reader, relations }: WordTools): number {
  const words = reader.stems(text);
  let sum = 0;
  for (const { stem, share } of terms)
    sum +=
      share *
      Math.max(
        0,
        ...words.map((word) =>
          /\d/.test(stem + word) ? Number(stem === word) : relations.likeness(stem, word),
        ),
      );
  return sum;
}

/**
 * The columns whose headings the question names best ("2022") and whose cells can answer: they say more than the question, and a
 * place, a day or a person where that is asked for. Undefined when there are none.
 */
export function columnsNamed(
  question: Question,
  { columns, rows }: AnswerTable,
  index: number,
  tools: WordTools,
): Set<number> | undefined {
  const row = rows[index] ?? [];
  const label = row.findIndex((cell) => cell !== "");
  const { shape } = question;
  const asked = new Set(question.terms.map(({ stem }) => stem));
  const canAnswer = (cell: string): boolean => {
    const words = tools.reader.stems(cell);
    const isRepeated = words.length > 0 && words.every((word) => asked.has(word));
    const isOfKind = shape !== "place" && shape !== "date" && shape !== "person";
    return cell !== "" && !isRepeated && (isOfKind || showsShape(shape, cell));
  };
  const scores = columns.map((heading, column) =>
    column === label || heading === "" || !canAnswer(row[column] ?? "")
      ? 0
      : matchOf(question, heading, tools),
  );
  const best = Math.max(0, ...scores);
  return best === 0
    ? undefined
    : new Set(scores.flatMap((score, column) => (score === best ? [column] : [])));
}

/** The row as an answer: header and value, of the columns that the question names, with its own name and each cell that the question names. */
export function narrowRow(question: Question, table: AnswerTable, index: number, tools: WordTools): string {
  const row = table.rows[index] ?? [];
  const named = columnsNamed(question, table, index, tools);
  const filled = row.flatMap((cell, column) => (cell === "" ? [] : [column]));
  if (!named) return rowText(table, index, new Set(filled.slice(0, maxWholeRow)));
  const shown = filled.filter((column) => {
    const cell = row[column] ?? "";
    return (
      column === filled[0] || named.has(column) || (/\p{L}/u.test(cell) && matchOf(question, cell, tools) > 0)
    );
  });
  return rowText(table, index, new Set(shown));
}
