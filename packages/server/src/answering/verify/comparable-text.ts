/** A text in the form in which quotes are compared, with the place of each of its UTF-16 units in the text it came from. */
export type ComparableText = { text: string; starts: number[]; ends: number[] };

const cluster = /\P{M}\p{M}*|\p{M}+/gu;
/** Soft hyphen, zero-width space, word joiner and byte order mark: they are invisible. */
const invisible = /^[\u00ad\u200b\u2060\ufeff]$/;
const dash = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]$/;
const doubleQuote = /^[“”„‟«»″＂]$/;
const singleQuote = /^[‘’‚‛′`´ʼ＇]$/;
const raised = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]$/;
const lowered = /^[₀₁₂₃₄₅₆₇₈₉]$/;
/** Signs before which a space means nothing: "50 %", "Prix :". */
const closing = /^[,.;:!?)\]%]$/;
/** A word broken at the end of a line, also where the line end became a space. */
const brokenWord = /\p{L}\p{M}*[-\u2010\u00ad][^\S\n]*\s+\p{Ll}/u;

/** Whether a text has words that were broken at line ends. Then hyphens inside words can't be compared. */
export const hasBrokenWords = (text: string): boolean => brokenWord.test(text);

/**
 * White space, Unicode forms, ligatures, dashes and quotation marks as one form each. `withoutHyphens` leaves out hyphens
 * between letters, so that "infor-\nmation" and "information" are the same. Letters keep their case, numbers their signs,
 * and 10² is not 102.
 */
export function comparableText(text: string, withoutHyphens = false): ComparableText {
  const pieces: { text: string; start: number; end: number }[] = [];
  for (const { 0: found, index: start } of text.matchAll(cluster)) {
    const plain = plainForm(found, pieces.at(-1)?.text ?? "");
    if (plain === "" || (plain === " " && (pieces.length === 0 || pieces.at(-1)?.text === " "))) continue;
    if (closing.test(plain) && pieces.at(-1)?.text === " ") pieces.pop();
    pieces.push({ text: plain, start, end: start + found.length });
  }
  if (pieces.at(-1)?.text === " ") pieces.pop();
  const comparable: ComparableText = { text: "", starts: [], ends: [] };
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) break;
    if (withoutHyphens && piece.text === "-" && isLetter(pieces[at - 1]?.text)) {
      if (isLetter(pieces[at + 1]?.text)) continue;
      if (pieces[at + 1]?.text === " " && /^\p{Ll}/u.test(pieces[at + 2]?.text ?? "")) {
        at += 1;
        continue;
      }
    }
    comparable.text += piece.text;
    for (let unit = 0; unit < piece.text.length; unit += 1) {
      comparable.starts.push(piece.start);
      comparable.ends.push(piece.end);
    }
  }
  return comparable;
}

const isLetter = (text: string | undefined): boolean => text !== undefined && /^\p{L}/u.test(text);

function plainForm(found: string, before: string): string {
  if (found.length === 1 && found > " " && found < "\u007f") return found === "`" ? "'" : found;
  if (/^\s$/u.test(found)) return " ";
  if (invisible.test(found)) return "";
  if (dash.test(found)) return "-";
  if (doubleQuote.test(found)) return '"';
  if (singleQuote.test(found)) return "'";
  const form = found.normalize("NFKC").replaceAll("\u2044", "/");
  if (raised.test(found)) return `^${form}`;
  if (lowered.test(found)) return `_${form}`;
  // ½ after a digit: 1½ is not 11/2.
  return /^\d+\/\d+$/.test(form) && /\d$/.test(before) ? ` ${form}` : form;
}
