/** A cell in the grid of its table. Places count from 0. */
export type GridCell = { text: string; row: number; column: number; rows: number; columns: number };

export type RelationScore = { right: number; found: number; expected: number };

/**
 * Content as the ICDAR 2013 table competition compares it: without white space, in capitals, and with an underline for
 * each other character.
 */
export const normaliseContent = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\s+/gu, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "_");

/**
 * The adjacency relations of a table (Göbel et al. 2012): each cell with content and its nearest cell with content to the
 * right, and below, in each row and column that it covers. A pair of cells counts once for each direction.
 */
export function adjacencyRelations(cells: readonly GridCell[]): string[] {
  const filled = cells
    .map((cell) => ({ ...cell, text: normaliseContent(cell.text) }))
    .filter(({ text }) => text !== "");
  const at = new Map<string, GridCell>();
  let [height, width] = [0, 0];
  for (const cell of filled) {
    height = Math.max(height, cell.row + cell.rows);
    width = Math.max(width, cell.column + cell.columns);
    for (let row = cell.row; row < cell.row + cell.rows; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
        at.set(`${row},${column}`, cell);
      }
    }
  }
  const relations: string[] = [];
  for (const cell of filled) {
    const right = new Set<GridCell>();
    for (let row = cell.row; row < cell.row + cell.rows; row += 1) {
      let column = cell.column + cell.columns;
      while (column < width && !at.has(`${row},${column}`)) column += 1;
      const next = at.get(`${row},${column}`);
      if (next) right.add(next);
    }
    const below = new Set<GridCell>();
    for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
      let row = cell.row + cell.rows;
      while (row < height && !at.has(`${row},${column}`)) row += 1;
      const next = at.get(`${row},${column}`);
      if (next) below.add(next);
    }
    for (const next of right) relations.push(`${cell.text} right ${next.text}`);
    for (const next of below) relations.push(`${cell.text} below ${next.text}`);
  }
  return relations;
}

/** Compares relations as bags: one that is twice must be found twice. */
export function relationScore(found: readonly string[], expected: readonly string[]): RelationScore {
  const left = new Map<string, number>();
  for (const relation of expected) left.set(relation, (left.get(relation) ?? 0) + 1);
  let right = 0;
  for (const relation of found) {
    const count = left.get(relation) ?? 0;
    if (count > 0) right += 1;
    left.set(relation, count - 1);
  }
  return { right, found: found.length, expected: expected.length };
}

/** F1 of the means of precision and recall over the documents: a document with many tables weighs no more than others. */
export function meanOfDocuments(scores: readonly RelationScore[]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const precision = mean(scores.map(({ right, found }) => (found === 0 ? 0 : right / found)));
  const recall = mean(scores.map(({ right, expected }) => (expected === 0 ? 0 : right / expected)));
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
