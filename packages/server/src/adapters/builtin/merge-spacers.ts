/** Cells that only belong to the number beside them, as filings have them. */
const before = /^[$€£¥(]+$/;
const after = /^[)%*†]+$/;

/**
 * Makes the columns that a reader sees from those that a layout needs: a currency sign joins the number after it, a
 * closing bracket or per cent sign the one before it, empty columns go, and a column whose heading is over its
 * neighbour is one with it.
 */
export function mergeSpacers(rows: string[][], headerRows: number): { rows: string[][]; headerRows: number } {
  const joined = rows.map((row) => joinSigns([...row]));
  let columns = transpose(joined).filter((column) => column.some((cell) => cell !== ""));
  for (let index = 0; index < columns.length - 1; ) {
    const [one = [], next = []] = [columns[index], columns[index + 1]];
    const complementary = one.every((cell, row) => cell === "" || next[row] === "");
    const oneHeaded = one.slice(0, headerRows).some((cell) => cell !== "");
    const nextHeaded = next.slice(0, headerRows).some((cell) => cell !== "");
    const oneFilled = one.slice(headerRows).some((cell) => cell !== "");
    const nextFilled = next.slice(headerRows).some((cell) => cell !== "");
    const spaced =
      (oneHeaded && !oneFilled && !nextHeaded) || (nextHeaded && !nextFilled && !oneHeaded && index > 0);
    if (headerRows > 0 && complementary && spaced && (oneFilled || nextFilled))
      columns = [
        ...columns.slice(0, index),
        one.map((cell, row) => (cell === "" ? (next[row] ?? "") : cell)),
        ...columns.slice(index + 2),
      ];
    else index += 1;
  }
  return { rows: transpose(columns), headerRows };
}

function joinSigns(row: string[]): string[] {
  for (const [column, cell] of row.entries()) {
    if (before.test(cell)) {
      const target = row.findIndex((other, index) => index > column && other !== "");
      if (target >= 0 && /^[\d(.,-]/.test(row[target] ?? "")) {
        row[target] = cell + row[target];
        row[column] = "";
      }
    } else if (after.test(cell)) {
      const target = row.findLastIndex((other, index) => index < column && other !== "");
      if (target >= 0 && /\d$|\d\)$/.test(row[target] ?? "")) {
        row[target] += cell;
        row[column] = "";
      }
    }
  }
  return row;
}

const transpose = (rows: string[][]): string[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ""));
