const CHAPTER =
  /^(?:(?:chapter|part|section|appendix|annex|article|schedule|book|kapitel|teil|abschnitt|anhang|chapitre|partie|annexe|capítulo|capitolo|parte|hoofdstuk|глава|часть)\s+(?:\d+|[ivxlc]+|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)\b|第[\d一二三四五六七八九十百]+[章节節部編编])/iu;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3})*)\.?\s+(?=[\p{Lu}\p{Lo}])/u;
const maxHeadingLength = 80;
const maxHeadingWords = 12;

/**
 * The level of a line that stands alone and looks like a heading, 2 and deeper (1 is the document's title); undefined for
 * any other line. `hasTextBelow`: a block of another kind follows.
 */
export function headingLevel(line: string, hasTextBelow: boolean): number | undefined {
  const text = line.trim();
  const words = text.split(/\s+/).length;
  if (text.length > maxHeadingLength || words > maxHeadingWords || !/\p{L}/u.test(text)) return undefined;
  if (CHAPTER.test(text) && !/[.;,]$/.test(text)) return 2;
  const number = NUMBERED.exec(text)?.[1];
  if (number && hasTextBelow && !/[.;,:!]$/.test(text)) return Math.min(number.split(".").length + 1, 6);
  if (isAllCapitals(text) && !/[;,]$/.test(text)) return 2;
  if (!hasTextBelow || /[.;,!…。、！](?:\[\d+\]|["'”’)])*$/u.test(text) || /^[\p{Ll}\p{P}\p{S}]/u.test(text))
    return undefined;
  if (text.endsWith(":") || text.endsWith("：")) return words <= 5 && !text.includes(": ") ? 3 : undefined;
  // Tabs, addresses (post, mail, web) and "label: value" stand alone too, and name nothing below them.
  if (/[\t|@]|https?:| {3}|: |,.*\d{4}/.test(text) || words > 10) return undefined;
  return 3;
}

/** Capitals of a script that has small letters too; at least four of them, so that no acronym or unit passes. */
function isAllCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 4 && !/\p{Ll}/u.test(text);
}

/** A line that underlines the one above: `====` for a title, `----` or others for a section; undefined otherwise. */
export function underlineLevel(above: string, line: string): number | undefined {
  const rule = /^([=\-~^"*#_])\1{2,}$/.exec(line.trim());
  const width = above.trim().length;
  if (!rule || width === 0 || width > 120 || line.trim().length < Math.min(width, 60) * 0.5) return undefined;
  return rule[1] === "=" ? 1 : 2;
}

/** A line of nothing but rule characters. */
export function isRule(line: string): boolean {
  return /^\s*(?:([-=_*~#.+–—])\s*)(?:\1\s*){2,}$/.test(line);
}
