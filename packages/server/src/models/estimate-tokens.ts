/**
 * About how many tokens a text has for any model, rather too many than too few: 3.5 characters of English, 2 of other
 * alphabets, 1 of Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  let parts = 0;
  for (let index = 0; index < text.length; index += 1) parts += tokenParts(text.charCodeAt(index));
  return Math.ceil(parts / partsPerToken);
}

/** A token has so many parts: sums of whole numbers are exact. */
export const partsPerToken = 14;

/** How many parts of a token a UTF-16 unit counts. */
export const tokenParts = (code: number): number =>
  code < 0x80 ? partsPerToken / 3.5 : code < 0x2e80 ? partsPerToken / 2 : partsPerToken;

/** The beginning of a text that has at most so many tokens. */
export function cutToTokens(text: string, max: number): string {
  if (estimateTokens(text) <= max) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (estimateTokens(text.slice(0, middle)) <= max) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits);
}
