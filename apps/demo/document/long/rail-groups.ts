import { type OutlineEntry, wayTo } from "../outline-entries.ts";

export type RailGroup = {
  /** The section: "5 K", or its title where titles have no numbers. */
  label: string;
  /** How many places are in it. */
  count: number;
  /** Position of its first place in the document, from 0. */
  position: number;
  /** Where its label stands, as a share of the rail. */
  at: number;
};

/** Labels that fit along a rail of the usual height without touching each other. */
const maxLabels = 24;

/**
 * Groups places by the section that they are in, so that few enough labels stand along the rail. A label is beside
 * its places, or lower where the label above needs the room.
 */
export function railGroups(
  positions: readonly number[],
  entries: readonly OutlineEntry[],
  total: number,
): RailGroup[] {
  const byLevel = [1, 0].map((level) => groupsAt(positions, entries, level));
  const fitting = byLevel.find((groups) => groups.length <= maxLabels) ?? [];
  let free = 0;
  const placed = fitting.map((group) => {
    const at = Math.max(free, group.middle / Math.max(1, total));
    free = at + 1 / (maxLabels + 1);
    return { ...group, at };
  });
  // The last ones may have been pushed beyond the end.
  let limit = 1;
  return placed
    .reverse()
    .map(({ middle, ...group }) => {
      const at = Math.min(limit, group.at);
      limit = at - 1 / (maxLabels + 1);
      return { ...group, at };
    })
    .reverse();
}

type Group = Omit<RailGroup, "at"> & { middle: number };

function groupsAt(positions: readonly number[], entries: readonly OutlineEntry[], level: number): Group[] {
  const groups: (Group & { last: number; section: OutlineEntry | undefined })[] = [];
  let index = 0;
  let section: OutlineEntry | undefined;
  for (const position of positions) {
    for (let next = entries[index]; next && next.position <= position; next = entries[index]) {
      if (next.level <= level) section = next;
      index += 1;
    }
    const group = groups.at(-1);
    if (group && group.section === section) {
      group.count += 1;
      group.last = position;
    } else {
      const label = section ? labelOf(wayTo(entries, section)) : "Beginning";
      groups.push({ label, count: 1, position, last: position, section, middle: 0 });
    }
  }
  return groups.map(({ last, section: _, ...group }) => ({ ...group, middle: (group.position + last) / 2 }));
}

const labelOf = (way: readonly OutlineEntry[]): string =>
  way.every(({ number }) => number !== "")
    ? way.map(({ number }) => number).join(" ")
    : (way.at(-1)?.text ?? "");
