/** Shorter words have too many neighbours that mean something else. */
const minLength = 5;
/** Longer words are skipped: the cost grows with the square of the length. */
const maxLength = 32;
const letters = "abcdefghijklmnopqrstuvwxyz";
const latin = /^[a-z]+$/;

/**
 * All words that one slip of a writer turns into this one: a letter too few, too many, wrong or in the wrong place. The
 * first letter is seldom wrong and stays. None for words too short or too long, and for words that are not all in a-z.
 */
export function spellings(word: string): string[] {
  if (word.length < minLength || word.length > maxLength || !latin.test(word)) return [];
  const found = new Set<string>();
  for (let at = 1; at <= word.length; at++) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      found.add(before + letter + rest);
      if (rest) found.add(before + letter + rest.slice(1));
    }
    if (rest) found.add(before + rest.slice(1));
    if (rest.length > 1) found.add(before + rest.charAt(1) + rest.charAt(0) + rest.slice(2));
  }
  found.delete(word);
  return [...found];
}
