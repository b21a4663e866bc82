/** The style of a title and, where known, its level in the outline or its section number. */
export type TitleLook = {
  size: number;
  bold: boolean;
  outlineLevel: number | null;
  number: string | null;
  /** Whether it is on a cover, which shows little but titles. */
  onCover?: boolean;
  /** Whether it begins an appendix, such as "Annex 2". */
  isAppendix?: boolean;
};

const maxLevel = 6;

/**
 * Computes the levels 1 to 6 of a document's titles. Styles are ranked by size, then bold before regular. Section
 * numbers refine titles of one style ("2.1" is below "2"). An outline entry overrides both. A cover has a ranking of its
 * own: the chapters behind it begin at 1, as they do in an outline.
 */
export function headingLevels(titles: readonly TitleLook[]): number[] {
  const inside = titles.filter((title) => !title.onCover);
  const hasCover = inside.length > 0 && inside.length < titles.length;
  if (!hasCover) return levelsOf(titles, true);
  const onCover = levelsOf(
    titles.filter((title) => title.onCover),
    true,
  );
  const behind = levelsOf(inside, false);
  return titles.map((title) => (title.onCover ? onCover.shift() : behind.shift()) ?? 1);
}

/** `beginsWithTitle`: whether a title of the whole document may be among them. */
function levelsOf(titles: readonly TitleLook[], beginsWithTitle: boolean): number[] {
  const lookOf = ranking(titles);
  const levelOf = levelsOfLooks(titles.map(lookOf), beginsWithTitle);
  const byStyle = titles.map((title) => levelOf(lookOf(title)));
  const levels = belowLostChapters(titles, byStyle);
  const levelOfDepth = levelsOfNumbers(titles, levels);
  const numbered = titles.map((title, index) => {
    const level = levels[index] ?? 1;
    const depth = depthOf(title);
    return depth === null ? level : levelOfDepth(depth, level);
  });
  return titles.map((title, index) => {
    const section = sectionWithParts(titles, index, lookOf);
    const level = section < 0 ? numbered[index] : (numbered[section] ?? 1) + 1;
    return Math.min(title.outlineLevel ?? level ?? 1, maxLevel);
  });
}

/** Ranks the looks of titles, the most striking first. */
function ranking(titles: readonly TitleLook[]): (title: TitleLook) => number {
  const sizes: number[] = [];
  for (const size of [...new Set(titles.map((title) => Math.round(title.size * 2) / 2))].sort(
    (a, b) => b - a,
  )) {
    const last = sizes.at(-1);
    // A reader sees sizes that differ by a few percent as one size.
    if (last === undefined || size < 0.94 * last) sizes.push(size);
  }
  return (title) => {
    const rank = sizes.findIndex((size) => title.size >= 0.94 * size - 0.01);
    return (rank < 0 ? sizes.length : rank) * 2 + (title.bold ? 0 : 1);
  };
}

/**
 * An extract may begin inside a chapter: "6.4" is on level 2 although no "6" is above it. What is set smaller than
 * these numbers moves down with them.
 */
function belowLostChapters(titles: readonly TitleLook[], levels: readonly number[]): readonly number[] {
  const depths = titles.map(depthOf);
  const shallowest = Math.min(...depths.filter((depth) => depth !== null));
  const base = mostFrequent(levels.filter((_, index) => depths[index] === shallowest));
  if (base === null || base >= shallowest) return levels;
  return levels.map((level) => (level < base ? level : level + shallowest - base));
}

/**
 * Numbers say more than styles: "2.1" is below "2", and all "2.1" are on one level, whatever they look like. The
 * shallowest numbers have the level that their style has most often.
 */
function levelsOfNumbers(titles: readonly TitleLook[], levels: readonly number[]) {
  const depths = titles.map(depthOf);
  const shallowest = Math.min(...depths.filter((depth) => depth !== null));
  const base = mostFrequent(levels.filter((_, index) => depths[index] === shallowest));
  return (depth: number, level: number) => (base === null ? level : base + depth - shallowest);
}

/**
 * The section above a title without a number that looks the same as the title, and that the title therefore is a part
 * of: "5.2.2", or an appendix. Below "8" there is none, because chapters such as "References" often have no number.
 */
function sectionWithParts(
  titles: readonly TitleLook[],
  index: number,
  lookOf: (title: TitleLook) => number,
): number {
  const title = titles[index] as TitleLook;
  if (title.number !== null || title.isAppendix) return -1;
  const look = lookOf(title);
  const above = titles
    .slice(0, index)
    .findLastIndex((other) => other.number !== null || other.isAppendix || lookOf(other) < look);
  const section = titles[above];
  if (!section || lookOf(section) !== look) return -1;
  return section.isAppendix || (depthOf(section) ?? 1) >= 2 ? above : -1;
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
 * title does. Other styles that occur once, such as that of a motto, take the level of the next smaller ranked style.
 */
function levelsOfLooks(looks: readonly number[], beginsWithTitle: boolean): (look: number) => number {
  const uses = new Map<number, number>();
  for (const look of looks) uses.set(look, (uses.get(look) ?? 0) + 1);
  const sorted = [...uses.keys()].sort((a, b) => a - b);
  const recurring = sorted.filter(
    (look, index) => (beginsWithTitle && index === 0) || (uses.get(look) ?? 0) >= 2,
  );
  if (recurring.length === 0) recurring.push(...sorted.slice(0, 1));
  return (look) => {
    const rank = recurring.findIndex((candidate) => candidate >= look);
    return (rank < 0 ? recurring.length : rank) + 1;
  };
}

function depthOf(title: TitleLook): number | null {
  return title.number === null ? null : title.number.split(".").length;
}
