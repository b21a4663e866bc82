const arabic = /[\u0600-\u06ff\u0750-\u077f]/;

export const isArabic = (text: string): boolean => arabic.test(text);

type Part = { left: number; right: number; object: number };

/** Whether two boxes are parts of one, cut into equal widths: the second begins where the first ends. */
export function isPartAfter(first: Part, second: Part): boolean {
  const width = first.right - first.left;
  const accuracy = 0.01 * width;
  return (
    width > 0 &&
    first.object === second.object &&
    Math.abs(second.left - first.right) < accuracy &&
    Math.abs(second.right - second.left - width) < accuracy
  );
}

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
  if (letters.length < 2 || !isArabic(letters)) return letters;
  const turned = reversed(letters);
  return ligatures.has(letters) && !ligatures.has(turned) ? letters : turned;
}
