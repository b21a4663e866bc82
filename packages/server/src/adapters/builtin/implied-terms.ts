import type { Question } from "./question.ts";
import type { WordReader } from "./word-reader.ts";

/** What is quickly looked for, then what shows it, then the words that it implies. `isValue`: the words name what is shown. */
type Implied = { sign: RegExp; pattern: RegExp; words: string; isValue?: true };

const implied: Implied[] = [
  {
    sign: /@/,
    // Starts at a word's start and takes at most 64 characters (RFC 5321). Otherwise a long word would be tried from each
    // of its letters.
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+\.\p{L}/u,
    words: "email mail courriel correo",
    isValue: true,
  },
  {
    sign: /\d{2}/,
    pattern:
      /(?<![\p{L}\p{N}.,-])(?:(?:\+\d|\(?0\d|\(?\d{3}\)?[ .-]\d{3})[\d ().-]{5,}\d|\d{3}(?:[ -]\d{3}){2}(?![\d.,]))/u,
    words: "phone telephone telefon telefono telefone hotline telefonnummer",
    isValue: true,
  },
  {
    sign: /more|most|exceed|up to|höchstens|bis zu|maxim/i,
    pattern: /\b(?:no more than|at most|(?:not|never) exceed|up to|höchstens|bis zu)\b/i,
    words: "maximum maximal",
  },
  {
    sign: /less|least|mindestens/i,
    pattern: /\b(?:no less than|not less than|at least|mindestens)\b/i,
    words: "minimum minimal",
  },
  { sign: /:\/\/|www/i, pattern: /\bhttps?:\/\/|\bwww\./i, words: "website url", isValue: true },
];

const shows = ({ sign, pattern }: Implied, text: string): boolean => sign.test(text) && pattern.test(text);

/** Terms that a sentence implies without its word: an address with an @ is an e-mail address. */
export const impliedTerms = (text: string, reader: WordReader): string[] =>
  implied.flatMap((one) => (shows(one, text) ? reader.stems(one.words) : []));

/**
 * Whether a sentence shows the value that a question names by its kind: "telephone" asks for the number, and not for a rule
 * about telephones. Never where the question asks for something of another kind.
 */
export function showsValueOf(question: Question, reader: WordReader): (text: string) => boolean {
  if (question.shape !== null || question.yesOrNo || question.kind === "explanation") return () => false;
  const asked = implied.filter(
    ({ isValue, words }) =>
      isValue && reader.stems(words).some((word) => question.terms.some(({ stem }) => stem === word)),
  );
  return (text) => asked.some((one) => shows(one, text));
}
