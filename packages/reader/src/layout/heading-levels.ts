/** The style of a title and, where known, its level in the outline or its section number. */
export type TitleLook = { size: number; bold: boolean; outlineLevel: number | null; number: string | null };

const maxLevel = 6;

/**
 * Computes the levels 1 to 6 of a document's titles. Styles are ranked by size, then bold before regular. Section
 * numbers refine titles of one style ("2.1" is below "2"). An outline entry overrides both.
 */
export function headingLevels(titles: readonly TitleLook[]): number[] {
  const sizes: number[] = [];
  for (const size of [...new Set(titles.map((title) => Math.round(title.size * 2) / 2))].sort(
    (a, b) => b - a,
  )) {
    const last = sizes.at(-1);
    // A reader sees sizes that differ by a few percent as one size.
    if (last === undefined || size < 0.94 * last) sizes.push(size);
  }
  const lookOf = (title: TitleLook) => {
    const rank = sizes.findIndex((size) => title.size >= 0.94 * size - 0.01);
    return (rank < 0 ? sizes.length : rank) * 2 + (title.bold ? 0 : 1);
  };
  const levelOf = levelsOfLooks(titles.map(lookOf));
  const levels = titles.map((title) => levelOf(lookOf(title)));
  const shallowest = new Map<number, number>();
  titles.forEach((title, index) => {
    const level = levels[index] ?? 1;
    const depth = depthOf(title);
    if (depth === null) return;
    shallowest.set(level, Math.min(shallowest.get(level) ?? depth, depth));
  });
  return titles.map((title, index) => {
    const level = levels[index] ?? 1;
    if (title.outlineLevel !== null) return Math.min(title.outlineLevel, maxLevel);
    const depth = depthOf(title);
    const deeper = depth === null ? 0 : depth - (shallowest.get(level) ?? depth);
    return Math.min(level + deeper, maxLevel);
  });
}

/**
 * Ranks the styles that occur more than once. The largest style counts even when it occurs once, because a document's
 * title does. Other styles that occur once, such as those of a cover, take the level of the next smaller ranked style.
 */
function levelsOfLooks(looks: readonly number[]): (look: number) => number {
  const uses = new Map<number, number>();
  for (const look of looks) uses.set(look, (uses.get(look) ?? 0) + 1);
  const sorted = [...uses.keys()].sort((a, b) => a - b);
  const recurring = sorted.filter((look, index) => index === 0 || (uses.get(look) ?? 0) >= 2);
  return (look) => {
    const rank = recurring.findIndex((candidate) => candidate >= look);
    return (rank < 0 ? recurring.length : rank) + 1;
  };
}

function depthOf(title: TitleLook): number | null {
  return title.number === null ? null : title.number.split(".").length;
}
