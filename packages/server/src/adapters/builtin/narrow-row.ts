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
 * The columns of a row that answer: the ones whose headings the question names best ("2022"), with the cell that names
 * the row and every cell that the question names. Undefined when the question names no column.
 */
export function askedColumns(
  question: Question,
  { columns, rows }: AnswerTable,
  index: number,
  tools: WordTools,
): Set<number> | undefined {
  const row = rows[index] ?? [];
  const label = row.findIndex((cell) => cell !== "");
  const scores = columns.map((heading, column) =>
    column === label || heading === "" || row[column] === "" ? 0 : matchOf(question, heading, tools),
  );
  const best = Math.max(0, ...scores);
  if (best === 0) return undefined;
  return new Set(
    row.flatMap((cell, column) => {
      const named = /\p{L}/u.test(cell) && matchOf(question, cell, tools) > 0;
      return column === label || scores[column] === best || named ? [column] : [];
    }),
  );
}

/** The row as an answer: header and value, of the columns that the question asks for. */
export function narrowRow(question: Question, table: AnswerTable, index: number, tools: WordTools): string {
  const columns = askedColumns(question, table, index, tools);
  if (columns) return rowText(table, index, columns);
  const filled = (table.rows[index] ?? []).flatMap((cell, column) => (cell === "" ? [] : [column]));
  return rowText(table, index, new Set(filled.slice(0, maxWholeRow)));
}
