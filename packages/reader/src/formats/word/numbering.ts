import { chineseNumber, hasCitedNumber, letters, ordinal, roman } from "../../markup/list-numbers.ts";
import { child, propertyOf, switchOf, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

type Level = { format: string; text: string; start: number; legal: boolean; restart: number | undefined };

export type Numbered = {
  /** "-" for a bullet, otherwise the number as displayed: "3.", "(b)", "4.2". "" for a level without a mark. */
  marker: string;
  depth: number;
  /**
   * Whether people cite the number, as in "4.2" or "Article 4" (`hasCitedNumber`). Such numbers are part of the text.
   */
  isCited: boolean;
};

/** Numbers paragraphs. Call it in document order. */
export type Numbering = (numberingId: string, level: number) => Numbered | undefined;

const maxLevel = 8;

/**
 * Reads `numbering.xml` and counts. A level restarts when a higher level advances. All instances of one list share one
 * count.
 */
export function readNumbering(part: Uint8Array | undefined): Numbering {
  const abstracts = new Map<string, XmlNode>();
  const instances = new Map<string, XmlNode>();
  const byStyleLink = new Map<string, string>();
  for (const node of xmlChildren(part, "w:numbering")) {
    const id = node.attributes["w:abstractNumId"] ?? node.attributes["w:numId"] ?? "";
    if (node.name === "w:abstractNum") {
      abstracts.set(id, node);
      const link = propertyOf(node, "w:styleLink");
      if (link) byStyleLink.set(link, id);
    }
    if (node.name === "w:num") instances.set(node.attributes["w:numId"] ?? "", node);
  }
  const levels = new Map<string, Map<number, Level>>();
  const counters = new Map<string, number[]>();
  const overridden = new Set<string>();

  const abstractOf = (instance: XmlNode): string => {
    const id = propertyOf(instance, "w:abstractNumId") ?? "";
    const link = propertyOf(abstracts.get(id), "w:numStyleLink");
    return (link ? byStyleLink.get(link) : undefined) ?? id;
  };
  const levelsOf = (numberingId: string, instance: XmlNode): Map<number, Level> => {
    const known = levels.get(numberingId);
    if (known) return known;
    const read = new Map<number, Level>();
    for (const node of abstracts.get(abstractOf(instance))?.children ?? []) {
      if (node.name === "w:lvl") read.set(Number(node.attributes["w:ilvl"]), levelOf(node));
    }
    for (const override of instance.children) {
      const node = override.name === "w:lvlOverride" ? child(override, "w:lvl") : undefined;
      if (node) read.set(Number(override.attributes["w:ilvl"]), levelOf(node));
    }
    levels.set(numberingId, read);
    return read;
  };

  return (numberingId, level) => {
    const instance = instances.get(numberingId);
    if (!instance || numberingId === "0" || level < 0 || level > maxLevel) return undefined;
    const defined = levelsOf(numberingId, instance);
    const own = defined.get(level);
    if (!own) return { marker: "-", depth: level, isCited: false };
    const key = abstractOf(instance);
    const counts = counters.get(key) ?? [];
    counters.set(key, counts);
    const startOverride = startOverrideOf(instance, level);
    const fresh = `${numberingId}/${level}`;
    if (startOverride !== undefined && !overridden.has(fresh)) {
      overridden.add(fresh);
      counts[level] = startOverride;
    } else counts[level] = counts[level] === undefined ? own.start : (counts[level] ?? 0) + 1;
    for (let deeper = level + 1; deeper <= maxLevel; deeper += 1) {
      const restart = defined.get(deeper)?.restart;
      if (restart === undefined || (restart > 0 && level < restart)) delete counts[deeper];
    }
    return { ...marker(own, counts, defined), depth: level };
  };
}

function startOverrideOf(instance: XmlNode, level: number): number | undefined {
  const override = instance.children.find(
    ({ name, attributes }) => name === "w:lvlOverride" && Number(attributes["w:ilvl"]) === level,
  );
  const start = propertyOf(override, "w:startOverride");
  return start === undefined ? undefined : Number(start);
}

function levelOf(node: XmlNode): Level {
  const restart = propertyOf(node, "w:lvlRestart");
  return {
    format:
      propertyOf(node, "w:numFmt") ??
      propertyOf(child(child(node, "mc:AlternateContent"), "mc:Fallback"), "w:numFmt") ??
      "decimal",
    text: propertyOf(node, "w:lvlText") ?? "",
    start: Number(propertyOf(node, "w:start") ?? 1) || 0,
    legal: switchOf(node, "w:isLgl") ?? false,
    restart: restart === undefined ? undefined : Number(restart),
  };
}

function marker(
  own: Level,
  counts: number[],
  levels: Map<number, Level>,
): { marker: string; isCited: boolean } {
  if (own.format === "bullet") return { marker: "-", isCited: false };
  if (own.format === "none" && !/%\d/.test(own.text)) return { marker: "", isCited: false };
  const places = own.text.match(/%\d/g)?.length ?? 0;
  const text = own.text.replace(/%(\d)/g, (_, place: string) => {
    const level = Number(place) - 1;
    const definition = levels.get(level);
    const count = counts[level] ?? definition?.start ?? 1;
    return formatNumber(count, own.legal ? "decimal" : (definition?.format ?? "decimal"));
  });
  return { marker: text.trim(), isCited: hasCitedNumber(places, own.text.replace(/%\d/g, " ")) };
}

function formatNumber(number: number, format: string): string {
  switch (format) {
    case "none":
      return "";
    case "decimalZero":
      return String(number).padStart(2, "0");
    case "upperRoman":
      return roman(number);
    case "lowerRoman":
      return roman(number).toLowerCase();
    case "upperLetter":
      return letters(number);
    case "lowerLetter":
      return letters(number).toLowerCase();
    case "chineseCounting":
    case "chineseCountingThousand":
    case "ideographDigital":
    case "japaneseCounting":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
      return chineseNumber(number);
    case "ordinal":
      return ordinal(number);
    default:
      return String(number);
  }
}
