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
  const levelOfDepth = levelsOfNumbers(titles, levels);
  return titles.map((title, index) => {
    const level = levels[index] ?? 1;
    if (title.outlineLevel !== null) return Math.min(title.outlineLevel, maxLevel);
    const depth = depthOf(title);
    return Math.min(depth === null ? level : levelOfDepth(depth, level), maxLevel);
  });
}

/**
 * Numbers tell more than styles: "2.1" is below "2", and all "2.1" are on one level, whatever they look like. The
 * shallowest numbers have the level that their style has most often.
 */
function levelsOfNumbers(titles: readonly TitleLook[], levels: readonly number[]) {
  const depths = titles.map(depthOf);
  const shallowest = Math.min(...depths.filter((depth) => depth !== null));
  const base = mostFrequent(levels.filter((_, index) => depths[index] === shallowest));
  return (depth: number, level: number) => (base === null ? level : base + depth - shallowest);
}

/** Of equally frequent values the smallest. */
function mostFrequent(values: readonly number[]): number | null {
  const uses = new Map<number, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  const [best] = [...uses].sort(([a, usesA], [b, usesB]) => usesB - usesA || a - b);
  return best?.[0] ?? null;
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
