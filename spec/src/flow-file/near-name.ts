/** Of the names the one that was probably meant; undefined when none is near. */
export function nearName(given: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(given.length / 3)) ? best.name : undefined;
}

/** ". Did you mean topK?", or the names there are when they are few. */
export function suggestion(given: string, names: readonly string[]): string {
  const near = nearName(given, names);
  if (near !== undefined) return `. Did you mean ${near}?`;
  return names.length > 0 && names.length <= 12 ? `. There are: ${names.join(", ")}.` : ".";
}

/** How many letters to insert, remove, replace or swap. Only the first 64 letters count. */
function editDistance(first: string, second: string): number {
  const one = first.slice(0, 64);
  const other = second.slice(0, 64);
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
