import { rowsOfLines } from "../lines/text-rows.ts";
import { around, type Box, overlap } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { MarginType } from "./page-margins.ts";

/** Parts of one row further apart (in font sizes) are different headers: the title on the left, the chapter on the right. */
const maxGap = 3;
/** Lines of one address or notice stand this close under each other (in font sizes). */
const maxLeading = 0.8;

export type MarginText = Box & { type: MarginType; text: string };

type Group = Box & { type: MarginType; lines: Line[] };

/** Joins the lines of headers and footers to texts. Columns of an imprint stay apart, and are read from the left. */
export function marginTexts(types: ReadonlyMap<Line, MarginType>): MarginText[] {
  const groups: Group[] = [];
  for (const row of rowsOfLines([...types.keys()])) {
    for (const part of partsOfRow(row.lines, types)) {
      const above = groups.filter((group) => belongs(group, part));
      const [group] = above;
      // Text across several columns ends them.
      if (group && above.length === 1) {
        group.lines.push(...part.lines);
        Object.assign(group, around([group, part]));
      } else groups.push(part);
    }
  }
  return groups.sort(byPlace).map(({ type, lines, left, top, right, bottom }) => {
    const rows = rowsOfLines(lines).map((row) => makeLine(row.lines.flatMap((line) => line.words)).text);
    return { type, text: rows.join(" "), left, top, right, bottom };
  });
}

function partsOfRow(lines: readonly Line[], types: ReadonlyMap<Line, MarginType>): Group[] {
  const parts: Group[] = [];
  for (const line of lines) {
    const type = types.get(line) as MarginType;
    const last = parts.at(-1);
    if (last && last.type === type && type !== "PageNumber" && line.left - last.right < maxGap * line.size) {
      last.lines.push(line);
      Object.assign(last, around([last, line]));
    } else {
      const { left, top, right, bottom } = line;
      parts.push({ type, lines: [line], left, top, right, bottom });
    }
  }
  return parts;
}

function belongs(group: Group, part: Group): boolean {
  if (group.type !== part.type || group.type === "PageNumber") return false;
  const size = Math.max(...part.lines.map((line) => line.size));
  const first = group.lines[0] as Line;
  return (
    overlap(group.left, group.right, part.left, part.right) > 0 &&
    part.top - group.bottom < maxLeading * size &&
    Math.abs(first.size - size) < 0.15 * size &&
    first.bold === part.lines[0]?.bold
  );
}

const byPlace = (a: Group, b: Group) =>
  overlap(a.top, a.bottom, b.top, b.bottom) > 0.3 * Math.min(a.bottom - a.top, b.bottom - b.top)
    ? a.left - b.left
    : a.top - b.top;
