/** A line of a table that box characters draw: each ends with one, unlike those of a tree of folders. */
const boxLine = /^\s*[\u2500-\u257f].*[\u2500-\u257f]\s*$/;
/** Rules of boxes, and the lines between their columns. */
const boxRule = /[\u2500-\u257f]/g;
const boxColumn = /[│┃║┆┇┊┋╎╏]/g;

/**
 * The rows of cells when the lines draw a table: columns divided by pipes or tabs, or aligned with two or more spaces.
 * Rules (`+---+`, `----`, `├──┤`) are left out. Undefined for anything else.
 */
export function textTable(drawn: readonly string[]): string[][] | undefined {
  const isBox = drawn.every((line) => boxLine.test(line));
  const lines = isBox ? drawn.map((line) => line.replace(boxColumn, "|").replace(boxRule, "-")) : drawn;
  const rows = lines.filter((line) => !/^[\s|+\-=:_]+$/.test(line));
  if (rows.length < 2) return undefined;
  if (rows.every((line) => (line.match(/\|/g)?.length ?? 0) >= (line.trim().startsWith("|") ? 2 : 1))) {
    return cellsBetween(rows, /\|/);
  }
  if (rows.every((line) => /\S\t+\s*\S/.test(line))) return cellsBetween(rows, /\t/);
  return alignedCells(rows);
}

function cellsBetween(lines: readonly string[], separator: RegExp): string[][] {
  return lines.map((line) => {
    const cells = line.split(separator).map((cell) => cell.trim());
    if (cells[0] === "" && /^\s*\|/.test(line)) cells.shift();
    if (cells.at(-1) === "") cells.pop();
    return cells;
  });
}

const minAlignedRows = 3;
const minAlignedShare = 0.8;
const maxMeanCellLength = 35;

type Word = { text: string; start: number };

function alignedCells(lines: readonly string[]): string[][] | undefined {
  if (lines.length < minAlignedRows) return undefined;
  const words = lines.map((line) => {
    const spaced = line.replace(/\t/g, "    ");
    return [...spaced.matchAll(/\S+(?: \S+)*/g)].map(
      (match): Word => ({ text: match[0], start: match.index }),
    );
  });
  const counts = new Map<number, number>();
  for (const row of words) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [width, rows] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  if (width < 2 || rows < lines.length * minAlignedShare) return undefined;
  const cells = words.flat();
  if (cells.reduce((sum, cell) => sum + cell.text.length, 0) / cells.length > maxMeanCellLength)
    return undefined;
  const full = words.filter((row) => row.length === width);
  const starts = Array.from({ length: width }, (_, column) => {
    const at = full.map((row) => row[column]?.start ?? 0).sort((a, b) => a - b);
    return at[Math.floor(at.length / 2)] ?? 0;
  });
  return words.map((row) =>
    row.length === width ? row.map((word) => word.text) : byNearestColumn(row, starts),
  );
}

function byNearestColumn(row: readonly Word[], starts: readonly number[]): string[] {
  const cells = starts.map(() => "");
  for (const word of row) {
    let nearest = 0;
    starts.forEach((start, column) => {
      if (Math.abs(start - word.start) < Math.abs((starts[nearest] ?? 0) - word.start)) nearest = column;
    });
    cells[nearest] = `${cells[nearest]} ${word.text}`.trim();
  }
  return cells;
}
