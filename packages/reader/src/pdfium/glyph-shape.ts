/** The ink of one glyph: a grid of pixels, rows from the top down. */
export type GlyphInk = {
  width: number;
  height: number;
  /** Whether a pixel has ink. */
  ink: Uint8Array;
  /** Row of the baseline. */
  baseline: number;
  /** Pixels in a font size. */
  size: number;
};

/**
 * What a glyph without a known meaning shows, where its form leaves no doubt: the signs whose loss makes a wrong number.
 * "" when it shows nothing, U+FFFD when it could be anything.
 */
export function shapeText({ width, height, ink, baseline, size }: GlyphInk): string {
  let [left, top, right, bottom, count] = [width, height, -1, -1, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!ink[y * width + x]) continue;
      count += 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  if (count === 0) return "";
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const fill = count / (wide * high);
  const above = (baseline - (top + bottom + 1) / 2) / size;
  const isMiddle = above > 0.12 && above < 0.5;
  if (fill > 0.75 && wide > 2.4 * high && high < 0.2 * size) {
    if (!isMiddle) return unknown;
    if (wide > 0.85 * size) return "—";
    return wide >= 0.38 * size ? "−" : "-";
  }
  if (fill > 0.6 && Math.abs(wide - high) < 0.06 * size && wide < 0.22 * size)
    return above < 0.12 ? "." : "·";
  if (!isMiddle || Math.abs(wide - high) > 0.45 * size) return unknown;
  const row = (y: number) => ink.subarray(y * width + left, y * width + right + 1);
  const share = (pixels: Uint8Array) => pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
  const rows = Array.from({ length: high }, (_, index) => share(row(top + index)));
  const middle = rows[high >> 1] ?? 0;
  if (middle === 0 && rows.every((filled) => filled === 0 || filled > 0.7)) return "=";
  const column = Uint8Array.from(
    { length: high },
    (_, index) => ink[(top + index) * width + left + (wide >> 1)] ?? 0,
  );
  const isCross = middle > 0.9 && share(column) > 0.9 && (rows[0] ?? 1) < 0.4 && (rows[high - 1] ?? 1) < 0.4;
  return isCross && fill < 0.6 ? "+" : unknown;
}

/** Takes the place of a character whose meaning is unknown. */
export const unknown = "\ufffd";
