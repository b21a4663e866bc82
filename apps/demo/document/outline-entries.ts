import type { Element } from "@headwater/client";

export type OutlineEntry = {
  id: string;
  /** "5", "K", "2.1": the number that a title begins with. Empty for most texts. */
  number: string;
  /** The title without its number. */
  text: string;
  /** From 0, without gaps. */
  level: number;
  /** Of the title in the document, from 0. */
  position: number;
  element: Element;
};

/** Levels below this are too fine for the margin. */
const maxLevel = 2;

/** The outline of a text, from its titles. Empty when there are too few to find one's way by. */
export function outlineOf(titles: readonly Element[]): OutlineEntry[] {
  const found = titles.flatMap((element, index) => {
    const title = element.text.replaceAll(/\s+/g, " ").trim();
    const depth = /^#{1,6}(?= )/.exec(element.markdown ?? "")?.[0].length ?? 1;
    const { element_id: id, position } = element;
    return id && title !== ""
      ? [{ id, ...numbered(title), depth, position: position ?? index, element }]
      : [];
  });
  const depths = [...new Set(found.map(({ depth }) => depth))].sort((a, b) => a - b);
  const entries = found
    .map(({ depth, ...entry }) => ({ ...entry, level: depths.indexOf(depth) }))
    .filter(({ level }) => level <= maxLevel);
  return entries.length < 3 ? [] : entries;
}

/** "K. Surety bonds", "Chapter 5 – Duties", "2.1 Scope": a number or a letter, and what it numbers. */
function numbered(title: string): Pick<OutlineEntry, "number" | "text"> {
  const found =
    /^(?:chapter|part|section|article|kapitel|teil|abschnitt|chapitre|cap[ií]tulo)\s+([\dIVXLC]+(?:\.\d+)*)\s*[.:–—-]?\s+(\S.*)$/iu.exec(
      title,
    ) ??
    /^((?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[IVXLC]{2,5})(?=[.)])|\d{1,3}(?:\.\d{1,3})+)[.)]?\s+(\S.*)$/u.exec(
      title,
    );
  return { number: found?.[1] ?? "", text: found?.[2] ?? title };
}

/** The last entry at or before a position. Undefined before the first. */
export const entryAt = (entries: readonly OutlineEntry[], position: number): OutlineEntry | undefined =>
  entries.findLast((entry) => entry.position <= position);

/** Outlines up to this length are shown whole. */
const maxShownWhole = 30;

/** The entries to show while one is read: the top level, and of finer ones those around it. */
export function shownEntries(
  entries: readonly OutlineEntry[],
  current: OutlineEntry | undefined,
): readonly OutlineEntry[] {
  if (entries.length <= maxShownWhole) return entries;
  const way = current ? wayTo(entries, current) : [];
  return entries.filter((entry) => {
    if (entry.level === 0) return true;
    const parent = wayTo(entries, entry).at(-2);
    return parent === undefined ? entry === current : way.includes(parent);
  });
}

/** The entry with those above it, the outermost first. */
export function wayTo(entries: readonly OutlineEntry[], entry: OutlineEntry): OutlineEntry[] {
  const way = [entry];
  for (let index = entries.indexOf(entry) - 1; index >= 0; index -= 1) {
    const above = entries[index];
    const innermost = way[0];
    if (!above || !innermost || innermost.level === 0) break;
    if (above.level < innermost.level) way.unshift(above);
  }
  return way;
}
