const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** The number of columns a line takes in a fixed-width font. East Asian characters take two. */
export function lineWidth(line: string): number {
  return line.length + (line.match(WIDE)?.length ?? 0);
}

/** The number of columns that the first word of a line would have needed at the end of the line before. */
function firstWordWidth(line: string): number {
  const start = line.trimStart();
  const first = start.slice(0, 1);
  return UNSPACED.test(first) ? 2 : lineWidth(/^\S*/.exec(start)?.[0] ?? "") + 1;
}

/** Minimum width of text wrapped by an editor. Narrower lines were broken by the author, as in a poem. */
const minWrapWidth = 40;
const minWrappedShare = 0.7;

/** The width, in columns, at which a text was wrapped: nine of ten lines of its longer blocks are not wider. */
export function wrapWidth(blocks: readonly (readonly string[])[]): number {
  const widths: number[] = [];
  for (const block of blocks) {
    if (block.length >= 3) for (const line of block) widths.push(lineWidth(line));
    if (widths.length > 20_000) break;
  }
  widths.sort((a, b) => a - b);
  return Math.max(widths[Math.floor(widths.length * 0.9)] ?? minWrapWidth, minWrapWidth);
}

/** Whether the lines of a block were broken by width alone, so that they read as one paragraph. */
export function isWrapped(lines: readonly string[], width: number): boolean {
  if (lines.length < 2) return true;
  const longest = lines.reduce((most, line) => Math.max(most, lineWidth(line)), 0);
  let fullByDocument = 0;
  let fullByBlock = 0;
  let continued = 0;
  lines.slice(1).forEach((next, index) => {
    const line = lines[index] ?? "";
    const needed = lineWidth(line) + firstWordWidth(next);
    if (needed > width) fullByDocument += 1;
    if (needed > longest) fullByBlock += 1;
    if (/^\s*\p{Ll}/u.test(next) && !/[.!?:]$/.test(line) && lineWidth(line) > width / 2) continued += 1;
  });
  const breaks = lines.length - 1;
  if (lines.slice(1).some((line, index) => isNextEntry(lines[index] ?? "", line))) return false;
  // A label in the middle parts two paragraphs; as the last line it is only the paragraph's short end.
  if (lines.slice(1, -1).some((line, index) => /[.!?]$/.test(lines[index] ?? "") && isLabel(line, width)))
    return false;
  if (continued >= breaks * 0.6 && lines.length >= 2) return true;
  if (longest > 3 * width) return false;
  return (
    fullByDocument >= breaks * minWrappedShare ||
    (lines.length >= 4 && longest >= minWrapWidth + 10 && fullByBlock >= breaks * minWrappedShare)
  );
}

/** A line this near to the width, in share of it, may have been wrapped; proportional fonts wrap unevenly. */
const minFilledShare = 0.92;
const minFillWidth = 60;

/** Whether a line was probably broken only because the next word did not fit. */
export function isFilled(line: string, next: string, width: number): boolean {
  if (width < minFillWidth) return false;
  return lineWidth(line) <= width * 1.5 && lineWidth(line) + firstWordWidth(next) > width * minFilledShare;
}

/** Cuts a block after each line that had room for the next word, unless the sentence plainly goes on. */
export function filledGroups(lines: readonly string[], width: number): string[][] {
  const groups: string[][] = [];
  let previous: string | undefined;
  for (const line of lines) {
    const last = groups.at(-1);
    const goesOn =
      previous !== undefined && (isFilled(previous, line, width) || continues(previous, line, width));
    const apart =
      isNextEntry(last?.[0] ?? "", line) || (/[.!?]$/.test(previous ?? "") && isLabel(line, width));
    if (last && goesOn && !apart) last.push(line);
    else groups.push([line]);
    previous = line;
  }
  return groups;
}

/** A short line of few words without an end mark. */
function isLabel(line: string, width: number): boolean {
  return lineWidth(line) < width * 0.5 && /^\s*\p{Lu}/u.test(line) && !/[.!?;,:]$/.test(line);
}

/** Lines that each begin with a stamp of one shape (a date, a time, a number in brackets): entries, as in a log. */
export function areEntries(lines: readonly string[]): boolean {
  const [first = ""] = lines;
  const shape = (line: string) => /^\s*\S+/.exec(line.slice(0, 60))?.[0].replace(/\d+/g, "0");
  const stamp = shape(first);
  if (lines.length < 3 || stamp === undefined || !/0.*[^\w\s]|[^\w\s].*0/.test(stamp)) return false;
  return lines.filter((line) => shape(line) === stamp).length >= lines.length * 0.8;
}

/** A date or a time at the start of a line. */
const stamp = /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?:\d\d)/;

/**
 * Two lines that begin alike before their numbers, "Sec. 101." and "Sec. 102.", are two entries; so are two that begin
 * with dates or times.
 */
function isNextEntry(first: string, line: string): boolean {
  if (stamp.test(first) && stamp.test(line)) return true;
  const label = (text: string) => /^\s*([\p{L}§][\p{L}.§]*)\s+(?=[\dIVX]+\b)/u.exec(text)?.[1];
  const own = label(line);
  return own !== undefined && own === label(first);
}

function continues(line: string, next: string, width: number): boolean {
  if (/[.!?:;。]["'”’)\]\d[]*$/.test(line)) return false;
  const nearlyFilled =
    width >= minFillWidth && lineWidth(line) > width * 0.75 && lineWidth(line) <= width * 1.5;
  return nearlyFilled || (lineWidth(line) >= minWrapWidth && /^\s*\p{Ll}/u.test(next));
}

/** Whether the lines of one paragraph are running text rather than a label, a name or a line of verse. */
export function isProse(lines: readonly string[]): boolean {
  const [line = ""] = lines;
  const width = lineWidth(line);
  return lines.length > 1 || width > 90 || (width > 45 && /[.!?。]["'”’)\]]*$/.test(line));
}

/** Joins wrapped lines: no space between characters of unspaced scripts, none after a hyphen within a word. */
export function joinLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    const next = line.trim();
    if (next === "") continue;
    const last = text.slice(-1);
    const glued = text === "" || (UNSPACED.test(last) && UNSPACED.test(next.slice(0, 1)));
    const hyphenated = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next);
    text += glued || hyphenated ? next : ` ${next}`;
  }
  return text;
}
