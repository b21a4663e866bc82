const arabic = /[\u0600-\u06ff\u0750-\u077f]/;

/** What the letters of each ligature are that has a character of its own, in the order of reading. */
const ligatures: ReadonlySet<string> = new Set(
  [
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
  ].flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index).normalize("NFKC")),
  ),
);

const reversed = (text: string): string => [...text].reverse().join("");

/**
 * The letters of one glyph in the order of reading. PDFium reverses right-to-left text letter by letter, so the letters
 * that a font's map gives for a ligature come in the wrong order. A map that gives the ligature's own character is
 * resolved after that, and its letters come in the right one.
 */
export function ligatureOrder(letters: string): string {
  if (letters.length < 2 || !arabic.test(letters)) return letters;
  const turned = reversed(letters);
  return ligatures.has(letters) && !ligatures.has(turned) ? letters : turned;
}
