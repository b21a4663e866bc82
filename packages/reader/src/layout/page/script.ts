const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const leftToRightLetter =
  /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const unspaced =
  /[\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff9f\u{20000}-\u{3ffff}]/u;

/** Letters that are read from right to left: Hebrew, Arabic and their neighbours. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeftLetter.test(text);
}

export function hasLeftToRight(text: string): boolean {
  return leftToRightLetter.test(text);
}

/** Chinese and Japanese, which put no spaces between words. (Korean does.) */
export function isUnspaced(character: string): boolean {
  return unspaced.test(character);
}
