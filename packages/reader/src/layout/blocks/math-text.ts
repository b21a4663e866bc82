import type { TextBlock } from "./blocks.ts";

const mathFont = /math|cmmi|cmsy|cmex|msam|msbm|euler|stix.*(math|sym|size)/i;
const minShare = 0.5;
/** A number at the end of its line says that the line is a formula, though its names are words. */
const minNumberedShare = 0.3;
const formulaNumber = /\(\d{1,3}(\.\d{1,3})?[a-z]?\)$/;
/** Names of functions and indices, `softmax`, `selected`. Running text has more in each line. */
const maxLongWords = 3;

/** Whether a block is set as mathematics: most of it in fonts for formulas or without letters. */
export function isMathText({ lines }: Pick<TextBlock, "lines">): boolean {
  const fonts = new Set(lines.flatMap((line) => line.words.map((word) => word.font)));
  const mathFonts = new Set([...fonts].filter((font) => mathFont.test(font.name)));
  if (mathFonts.size === 0) return false;
  let inMath = 0;
  let total = 0;
  let longWords = 0;
  for (const line of lines) {
    for (const word of line.words) {
      const isSet = mathFonts.has(word.font);
      total += word.text.length;
      if (isSet || /^[^\p{L}]+$/u.test(word.text)) inMath += word.text.length;
      else if (/\p{L}{4,}/u.test(word.text)) longWords += 1;
    }
  }
  const share = lines.some((line) => formulaNumber.test(line.text)) ? minNumberedShare : minShare;
  return inMath >= share * total && longWords <= maxLongWords * lines.length;
}
