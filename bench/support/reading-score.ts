import type { ParsedElement } from "../../packages/reader/src/element.ts";
import type { TruthBlock, TruthPage } from "./reading-truth.ts";

export type Match = { truth: TruthBlock; element: ParsedElement };

export type PageScore = {
  page: TruthPage;
  matches: Match[];
  missed: TruthBlock[];
  /** Elements that match no block of the truth. */
  extra: ParsedElement[];
  /** 1 − normalised edit distance between the order of the truth and ours, over the blocks found in both. */
  order: number;
  titles: { found: number; wanted: number; given: number };
  rightTypes: number;
  rightLevels: number;
};

const minOverlap = 0.5;

/**
 * Compares the elements of a page with what a person reads on it. A block and an element match when their boxes overlap
 * by half of their union, or when they begin and end with the same words. Each matches once, the best pair first.
 */
export function scorePage(page: TruthPage, elements: readonly ParsedElement[]): PageScore {
  const ours = elements.filter(({ metadata }) => metadata?.kind !== "figure_label");
  const pairs = page.blocks
    .flatMap((truth) => ours.map((element) => ({ truth, element, score: likeness(truth, element) })))
    .filter(({ score }) => score >= minOverlap)
    .sort((a, b) => b.score - a.score);
  const byTruth = new Map<TruthBlock, ParsedElement>();
  const taken = new Set<ParsedElement>();
  for (const { truth, element } of pairs) {
    if (byTruth.has(truth) || taken.has(element)) continue;
    byTruth.set(truth, element);
    taken.add(element);
  }
  const matches = page.blocks.flatMap((truth) => {
    const element = byTruth.get(truth);
    return element ? [{ truth, element }] : [];
  });
  const ordered = matches.filter(({ truth }) => !truth.unordered).map(({ element }) => ours.indexOf(element));
  const sorted = [...ordered].sort((a, b) => a - b);
  const titlesFound = matches.filter(
    ({ truth, element }) => truth.type === "Title" && element.type === "Title",
  );
  return {
    page,
    matches,
    missed: page.blocks.filter((truth) => !byTruth.has(truth)),
    extra: ours.filter((element) => !taken.has(element)),
    order: ordered.length === 0 ? 1 : 1 - editDistance(ordered, sorted) / ordered.length,
    titles: {
      found: titlesFound.length,
      wanted: page.blocks.filter(({ type }) => type === "Title").length,
      given: ours.filter(({ type }) => type === "Title").length,
    },
    rightTypes: matches.filter(({ truth, element }) => truth.type === element.type).length,
    rightLevels: titlesFound.filter(({ truth, element }) => truth.level === element.level).length,
  };
}

function likeness(truth: TruthBlock, element: ParsedElement): number {
  const text = plain(element.text);
  const whole = truth.text === undefined ? null : plain(truth.text);
  if (whole !== null && whole.length >= 2 && whole === text) return 1 + overlapOf(truth, element);
  const [first, last] = [plain(truth.first ?? ""), plain(truth.last ?? "")];
  if (first !== "" && text.startsWith(first) && text.endsWith(last)) return 1 + overlapOf(truth, element);
  return overlapOf(truth, element);
}

/** Letters and digits only: hyphens, spaces and signs differ between programs. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The shared part of two boxes, as a share of both together. */
function overlapOf({ box: [left, top, right, bottom] }: TruthBlock, { boundingBox }: ParsedElement): number {
  if (!boundingBox) return 0;
  const { left: x, top: y, width, height } = boundingBox;
  const wide = Math.min(right, x + width) - Math.max(left, x);
  const high = Math.min(bottom, y + height) - Math.max(top, y);
  if (wide <= 0 || high <= 0) return 0;
  return (wide * high) / ((right - left) * (bottom - top) + width * height - wide * high);
}

/** Levenshtein's distance. */
function editDistance(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  a.forEach((value, index) => {
    const next = [index + 1];
    b.forEach((other, column) => {
      const replaced = (row[column] ?? 0) + (value === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    row = next;
  });
  return row[b.length] ?? 0;
}
