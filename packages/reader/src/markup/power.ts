const exponent = /^[-+−]?\d+$/;
/** An exponent may come in pieces, of which the first has the sign. */
const openExponent = /\^[-+−]?\d*$/;

/**
 * The text of a raised run after the text before it: "3" after "10" is "^3", because 103 is another number. After a word
 * it stays as it is: "m2", or the mark of a footnote.
 */
export const raisedText = (text: string, before: string): string =>
  exponent.test(text.trim()) && /[\d)]$/.test(before) && !openExponent.test(before) ? `^${text}` : text;
