import { foldAccents, type Token, tokenise } from "./terms.ts";

/** A word as searches read it. */
export type SearchWord = {
  /** Folded. */
  text: string;
  /** Lowercase with its accents: stemmers need them. */
  accented: string;
  /** A code or a word joined from several, such as "AB-1234", "2023/24" and "e-mail": these. Never stemmed. */
  parts: SearchWord[];
  /** In capitals among other words: "US" is a country, "us" a pronoun. */
  isAcronym: boolean;
};

const joiners = /^[-–‑/._]$/;
const hasDigit = /\p{N}/u;
const hasLetter = /\p{L}/u;
const acronym = /^\p{Lu}{2,5}$/u;
/** Characters before and after a word that show whether everything is in capitals. */
const surroundings = 40;
const noParts: SearchWord[] = [];

/** Splits a text into words as `tokenise` does, but keeps codes and words such as "e-mail" together. */
export function searchWords(text: string): SearchWord[] {
  const tokens = tokenise(text);
  const found: SearchWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    let end = at + 1;
    while (end < tokens.length && isJoined(text, tokens[end - 1], tokens[end])) end++;
    const code = end > at + 1 ? joinedWord(text, tokens.slice(at, end)) : null;
    if (code) found.push(code);
    else for (const token of tokens.slice(at, end)) found.push(toWord(text, token));
    at = end;
  }
  return found;
}

const isJoined = (text: string, before: Token | undefined, after: Token | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  after.start - before.end === 1 &&
  joiners.test(text.charAt(before.end));

/** Null when the tokens are words of their own, as in "and/or" and "well-known". */
function joinedWord(text: string, run: Token[]): SearchWord | null {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return null;
  const whole = text.slice(first.start, last.end);
  const isCode = hasDigit.test(whole);
  const hasPrefix = run.length === 2 && first.text.length === 1 && text.charAt(first.end) === "-";
  if (!isCode && !hasPrefix) return null;
  // "AB-1234", "AB 1234" and "ab1234" are written for each other; the parts of a date or a range are not.
  const joined = foldAccents(
    hasLetter.test(whole) ? whole.replace(/[-–‑/._]/g, "") : whole.replace(/[–‑]/g, "-"),
  );
  return {
    text: joined,
    accented: joined,
    isAcronym: false,
    parts: run.map((token) => toWord(text, token)).filter((part) => part.text.length > 1 || isCode),
  };
}

function toWord(text: string, { text: word, start, end }: Token): SearchWord {
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  const isAcronym = lower !== written && acronym.test(written) && !isAmongCapitals(text, start, end);
  return { text: word, accented: lower === word ? word : lower.normalize("NFC"), parts: noParts, isAcronym };
}

/** Whether the text around is in capitals too, as headings are. */
function isAmongCapitals(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - surroundings), start) + text.slice(end, end + surroundings);
  const letters = around.match(/\p{L}/gu)?.length ?? 0;
  const capitals = around.match(/\p{Lu}/gu)?.length ?? 0;
  return letters > 0 && capitals * 2 > letters;
}
