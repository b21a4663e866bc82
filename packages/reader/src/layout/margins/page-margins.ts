import type { ElementType } from "@headwater/spec";
import type { Line } from "../page/line.ts";
import { isUnspaced } from "../page/script.ts";
import { isInEdgeRow } from "../tables/edge-row.ts";

/** Headers, footers and page numbers are within this share of the page's height at its top and bottom. */
const marginShare = 0.12;

/** Within this outermost share of the height, only headers and footers stand, even on a single page. */
const edgeShare = 0.07;
const maxTextLength = 250;
/** Limits of a header or footer of several lines: its height in line heights, and its number of parts. */
const maxStackHeight = 12;
const maxStackLines = 40;

export type MarginType = Extract<ElementType, "Header" | "Footer" | "PageNumber">;

export type MarginPage = {
  pageNumber: number;
  height: number;
  lines: readonly Line[];
  /** On tagged pages: whether a line is tagged as text. False only outside of what is; else null. */
  isTagged?: (line: Line) => boolean | null;
};

const pageNumberText =
  /^[-–—|\s[(]*(?:(?:page|p\.|pg\.?|seite|página|pagina|pág\.?|strana|стр\.?|страница)\s*)?(?:\d{1,4}|[ivxlc]{1,6}|第\s*\d+\s*页)(?:\s*(?:\/|of|von|de|sur|di|van|из|\|)\s*\d{1,4})?[-–—|\s\])]*$/iu;

/**
 * Finds headers, footers and page numbers: texts that are at the same place on several pages and differ only in
 * digits. A bare number at the very top or bottom is a page number even on a single page, unless it is a year. What
 * is in the columns of a table is not one of them. What is tagged as text is one of them only where it recurs, and what
 * is not tagged is one without that.
 */
export function createMarginFinder() {
  const seen = new Map<string, Set<number>>();
  let pages = 0;
  return {
    /** Records pages. Call it for all pages of a stretch before you ask about any of them. */
    add(page: MarginPage): void {
      pages += 1;
      for (const line of page.lines) {
        const place = placeOf(line, page.height);
        if (!place) continue;
        for (const key of keysOf(line, place, page.height)) {
          const numbers = seen.get(key);
          if (numbers) numbers.add(page.pageNumber);
          else seen.set(key, new Set([page.pageNumber]));
        }
      }
    },
    /** The header and footer lines of a page. `bodySize` is the font size of the document's running text. */
    find(page: MarginPage, bodySize: number): Map<Line, MarginType> {
      const found = new Map<Line, MarginType>();
      const byHeight = [...page.lines].sort((a, b) => a.top - b.top);
      for (const line of page.lines) {
        const place = placeOf(line, page.height);
        if (!place) continue;
        const repeats = repetitions(line, place, page.height, seen);
        // Large type at the top of a few pages is the title of these pages.
        const isLarge = line.size > 1.3 * bodySize;
        const needed = isLarge || pages > 8 ? 3 : 2;
        const distance = distanceToBody(line, byHeight, place);
        const isApart = distance > 0.9 * line.size;
        if (isNumberOfList(line, page.lines) || isInsideNumber(line, page, place)) continue;
        const isYear = year.test(line.text);
        const isCounted = repeats >= 2 && !(isYear && isSameYear(line, place, page.height, seen));
        const isTagged = page.isTagged?.(line) ?? null;
        const isAlone = isApart && !isYear && !inBrackets.test(line.text) && isTagged !== true;
        if (
          pageNumberText.test(line.text) &&
          (isCounted || (isAlone && isOutermost(line, page.lines, place)))
        ) {
          if (!isLarge && !isInEdgeRow(line, page.lines, place)) found.set(line, "PageNumber");
          continue;
        }
        if (line.text.length > maxTextLength || !/[\p{L}\p{N}]/u.test(line.text)) continue;
        const recurs = repeats >= needed && (repeats > 3 || distance > 1.2 * line.size);
        const isOutside = isTagged === false || (isTagged === null && isAtEdge(line, page.height, bodySize));
        const isMargin = recurs || (isApart && isOutside);
        if (isMargin && !isInEdgeRow(line, page.lines, place)) {
          found.set(line, place === "top" ? "Header" : "Footer");
        }
      }
      return found;
    },
  };
}

/** Page numbers may be further from the edge than headers and footers. */
const pageNumberShare = 0.16;

function placeOf(line: Line, height: number): "top" | "bottom" | null {
  const band = line.text.length <= 20 && pageNumberText.test(line.text) ? pageNumberShare : marginShare;
  if (line.bottom < band * height) return "top";
  if (line.top > (1 - band) * height) return "bottom";
  return null;
}

function keyOf(line: Line, place: string, step: number): string {
  const text = line.text.toLowerCase().replace(/\p{N}+/gu, "#");
  return `${place}|${step}|${pageNumberText.test(line.text) ? "#" : text}`;
}

/** Files a line under both neighbouring steps, so that a line at the border between two steps is found again. */
function keysOf(line: Line, place: string, height: number): string[] {
  const step = stepOf(line, height);
  const keys = [keyOf(line, place, step), keyOf(line, place, step + 1)];
  return year.test(line.text) ? [...keys, ...yearKeys(line, place, step)] : keys;
}

const stepOf = (line: Line, height: number): number => Math.floor(line.baseline / (0.012 * height));

/** Numbers of pages count up. The year of a report is the same on all its pages. */
const year = /^(?:19|20)\d\d$/;

const yearKeys = (line: Line, place: string, step: number): string[] =>
  [step, step + 1].map((at) => `${place}|${at}|year ${line.text}`);

function isSameYear(line: Line, place: string, height: number, seen: Map<string, Set<number>>): boolean {
  return yearKeys(line, place, stepOf(line, height)).some((key) => (seen.get(key)?.size ?? 0) >= 2);
}

function repetitions(line: Line, place: string, height: number, seen: Map<string, Set<number>>): number {
  return Math.max(...keysOf(line, place, height).map((key) => seen.get(key)?.size ?? 0));
}

/** No other row stands closer to the edge than this one. */
function isOutermost(line: Line, lines: readonly Line[], place: "top" | "bottom"): boolean {
  if (line.text.length > 20 || isUnspaced(line.text)) return false;
  return !lines.some((other) => (place === "bottom" ? other.top > line.bottom : other.bottom < line.top));
}

/**
 * Whether the line is in the outermost part of the page, where body text never starts, and is not larger than the body
 * text.
 */
function isAtEdge(line: Line, height: number, bodySize: number): boolean {
  if (line.size > 1.15 * bodySize) return false;
  return line.bottom < edgeShare * height || line.top > (1 - edgeShare) * height;
}

/** The number of a formula. Page numbers in brackets are known by standing there on every page. */
const inBrackets = /^[([]/;

/** Numbers of lines, steps or rows are under each other. A page number stands alone. */
function isNumberOfList(line: Line, lines: readonly Line[]): boolean {
  const number = bareNumber(line);
  if (number === null) return false;
  const aligned: number[] = [];
  for (const other of lines) {
    if (other === line || other.text.length > maxDigits) continue;
    if (Math.abs(other.baseline - line.baseline) > maxNumberPitch * line.size) continue;
    const offset = Math.min(Math.abs(other.left - line.left), Math.abs(other.right - line.right));
    const value = offset < 0.5 * line.size ? bareNumber(other) : null;
    if (value !== null) aligned.push(value - number);
  }
  return aligned.some((step) => step !== 0 && Math.abs(step) <= maxNumberStep && aligned.includes(2 * step));
}

/** Whether another page number is further out: then a bare number is the mark of a footnote. */
function isInsideNumber(line: Line, { lines, height }: MarginPage, place: "top" | "bottom"): boolean {
  if (bareNumber(line) === null) return false;
  return lines.some(
    (other) =>
      pageNumberText.test(other.text) &&
      placeOf(other, height) === place &&
      (other.baseline - line.baseline) * (place === "bottom" ? 1 : -1) > 0.5 * line.size,
  );
}

const maxDigits = 4;

const bareNumber = ({ text }: Line) => (text.length <= maxDigits && /^\d+$/.test(text) ? Number(text) : null);

/** Three numbered lines are within this distance (in font sizes), and count in steps of one, five or ten. */
const maxNumberPitch = 16;
const maxNumberStep = 10;

/** White space between a line (or the stack of lines it belongs to at the edge) and the text further inside. */
function distanceToBody(line: Line, byHeight: readonly Line[], place: "top" | "bottom"): number {
  const inwards = nearestInwards(line, byHeight, place);
  let widest = 0;
  let edge = place === "top" ? line.bottom : line.top;
  for (const other of inwards) {
    const gap = place === "top" ? other.top - edge : edge - other.bottom;
    widest = Math.max(widest, gap);
    if (gap > 0.9 * line.size) return gap;
    edge = place === "top" ? Math.max(edge, other.bottom) : Math.min(edge, other.top);
    const reach = place === "top" ? edge - line.top : line.bottom - edge;
    if (reach > maxStackHeight * line.size) return widest;
  }
  return inwards.length === 0 ? Number.POSITIVE_INFINITY : widest;
}

function nearestInwards(line: Line, byHeight: readonly Line[], place: "top" | "bottom"): Line[] {
  const nearest: Line[] = [];
  const step = place === "top" ? 1 : -1;
  let index = place === "top" ? 0 : byHeight.length - 1;
  while (nearest.length < maxStackLines && index >= 0 && index < byHeight.length) {
    const other = byHeight[index] as Line;
    if (place === "top" ? other.top >= line.bottom - 1 : other.bottom <= line.top + 1) nearest.push(other);
    index += step;
  }
  return nearest;
}
