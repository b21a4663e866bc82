/** Accents that stand as characters of their own, and the marks that combine with a letter instead. */
const combining: Record<string, string> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "^": "\u0302",
  "˜": "\u0303",
  "~": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030a",
  "˝": "\u030b",
  ˇ: "\u030c",
  "¸": "\u0327",
  "˛": "\u0328",
};

const undotted: Record<string, string> = { ı: "i", ȷ: "j" };

/** The combining mark of an accent that a typesetter drew by itself; undefined for any other character. */
export const combiningMark = (text: string): string | undefined => combining[text];

/** A letter under a mark that was drawn apart. */
export function accented(letter: string, mark: string): string {
  return `${undotted[letter] ?? letter}${mark}`.normalize("NFC");
}

/** Whether an accent stands over (or under) a letter, by their extents along the line: most of it lies within the letter. */
export function standsOver(
  accent: { left: number; right: number },
  letter: { left: number; right: number },
): boolean {
  const shared = Math.min(accent.right, letter.right) - Math.max(accent.left, letter.left);
  return shared >= 0.5 * Math.min(accent.right - accent.left, letter.right - letter.left) && shared > 0;
}
