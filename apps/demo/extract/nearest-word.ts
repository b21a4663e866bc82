/** Finds the known word for a mistyped one: one letter away, or two for long words. Undefined when there is none. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const near = typed.length > 5 ? 2 : 1;
  const distances = words.map((word) => ({
    word,
    distance: distance(typed.toLowerCase(), word.toLowerCase()),
  }));
  return distances.filter((each) => each.distance <= near).sort((a, b) => a.distance - b.distance)[0]?.word;
}

/** The number of letters to insert, remove, replace or swap with a neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) =>
        (up === 0 ? row[j - left] : rows[i - up]?.[j - left]) ?? Infinity;
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + same, swapped ? at(2, 2) + 1 : Infinity);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}
