const CHAPTER =
  /^(?:(?:chapter|part|section|appendix|annex|article|schedule|book|kapitel|teil|abschnitt|anhang|chapitre|partie|annexe|capítulo|capitolo|parte|hoofdstuk|глава|часть)\s+(?:\d+|[ivxlc]+|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)\b|第[\d一二三四五六七八九十百]+[章节節部編编])/iu;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3})*)\.?\s+(?=[\p{Lu}\p{Lo}])/u;
const maxHeadingLength = 80;
const maxHeadingWords = 12;

/**
 * The level of a line that stands alone and looks like a heading: 2 or more (1 is the document's title). Undefined for
 * any other line. `hasTextBelow` means that a block of another kind follows.
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
  // Lines with tabs, addresses (post, mail, web) and "label: value" stand alone too, but they are not headings of the
  // text below.
  if (/[\t|@]|https?:| {3}|: |,.*\d{4}/.test(text) || words > 10) return undefined;
  return 3;
}

/**
 * Whether a line is in capitals, in a script that also has small letters. At least four are needed, so that acronyms
 * and units do not pass.
 */
function isAllCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 4 && !/\p{Ll}/u.test(text);
}

/**
 * The level that a line gives to the line above by underlining it: `====` for a title, `----` or others for a section.
 * Undefined for other lines.
 */
export function underlineLevel(above: string, line: string): number | undefined {
  const rule = /^([=\-~^"*#_])\1{2,}$/.exec(line.trim());
  const width = above.trim().length;
  if (!rule || width === 0 || width > 120 || line.trim().length < Math.min(width, 60) * 0.5) return undefined;
  return rule[1] === "=" ? 1 : 2;
}

/** Whether a line consists of rule characters only. */
export function isRule(line: string): boolean {
  return /^\s*(?:([-=_*~#.+–—])\s*)(?:\1\s*){2,}$/.test(line);
}
