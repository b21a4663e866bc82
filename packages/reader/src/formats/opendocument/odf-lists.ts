import { chineseNumber, hasCitedNumber, letters, roman } from "../../markup/list-numbers.ts";
import type { XmlNode } from "../../package/xml-tree.ts";

type Level = { format: string; prefix: string; suffix: string; start: number; shown: number };

export type OdfNumber = {
  /** "-" for a bullet, "" for a level without a mark, otherwise the number as displayed. */
  marker: string;
  /** Whether people cite the number (`hasCitedNumber`). */
  isCited: boolean;
};

/** Counts the items of lists and the headings of a document. Call it in document order. */
export type OdfLists = {
  /** A list starts. Without `continues` its counts begin anew. */
  open(style: string | undefined, continues: boolean): void;
  /** The number of the next item at a level (0-based). */
  next(style: string | undefined, level: number, start: number | undefined): OdfNumber;
  /** The number of a heading at its level (1-based); "" when headings have none. */
  heading(level: number): string;
};

const maxLevels = 10;
const outline = "\u0000outline";

/** Reads `text:list-style` and `text:outline-style` elements. */
export function createOdfLists(nodes: readonly XmlNode[]): OdfLists {
  const styles = new Map<string, (Level | undefined)[]>();
  for (const node of nodes) {
    if (node.name === "text:list-style") styles.set(node.attributes["style:name"] ?? "", levelsOf(node));
    if (node.name === "text:outline-style") styles.set(outline, levelsOf(node));
  }
  const counts = new Map<string, number[]>();
  const next: OdfLists["next"] = (style = "", level, start) => {
    const levels = styles.get(style);
    const own = levels?.[level];
    const current = counts.get(style) ?? [];
    counts.set(style, current);
    current.length = Math.min(current.length, level + 1);
    const before = current[level];
    current[level] = start ?? (before === undefined ? (own?.start ?? 1) : before + 1);
    if (!own) return { marker: "-", isCited: false };
    if (own.format === "") return { marker: "", isCited: false };
    const from = Math.max(level + 1 - own.shown, 0);
    const numbers = current
      .slice(from, level + 1)
      .map((count, index) => formatted(count ?? 1, levels?.[from + index]?.format || "1"));
    return {
      marker: `${own.prefix}${numbers.join(".")}${own.suffix}`.trim(),
      isCited: hasCitedNumber(numbers.length, `${own.prefix} ${own.suffix}`),
    };
  };
  return {
    open(style = "", continues) {
      if (!continues) counts.delete(style);
    },
    next,
    heading(level) {
      if (!styles.has(outline) || level < 1 || level > maxLevels) return "";
      const { marker } = next(outline, level - 1, undefined);
      return marker === "-" ? "" : marker;
    },
  };
}

function levelsOf(style: XmlNode): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  for (const { name, attributes } of style.children) {
    const level = Number(attributes["text:level"]) - 1;
    if (
      !(level >= 0 && level < maxLevels) ||
      !/^text:(?:list-level-style-number|outline-level-style)$/.test(name)
    )
      continue;
    levels[level] = {
      format: attributes["style:num-format"] ?? "",
      prefix: attributes["style:num-prefix"] ?? "",
      suffix: attributes["style:num-suffix"] ?? "",
      start: Number(attributes["text:start-value"] ?? 1) || 1,
      shown: Number(attributes["text:display-levels"] ?? 1) || 1,
    };
  }
  return levels;
}

function formatted(count: number, format: string): string {
  switch (format[0]) {
    case "I":
      return roman(count);
    case "i":
      return roman(count).toLowerCase();
    case "A":
      return letters(count);
    case "a":
      return letters(count).toLowerCase();
    case "一":
      return chineseNumber(count);
    default:
      return String(count);
  }
}
