type Scrolled = {
  /** How far the page is scrolled, in px, as all of these. */
  offset: number;
  /** Height of the window. */
  height: number;
  /** How much of its top is covered. */
  covered: number;
  /** Where the text ends on the page. */
  end: number;
};

/** Which part of the window one reads in, from its top. */
const usualShare = 0.3;

/**
 * Where on the page one reads. That is in the upper part of the window; near the end of the text the line moves down, so
 * that scrolling reaches the last lines too.
 */
export function readingLine({ offset, height, covered, end }: Scrolled): number {
  const room = Math.max(1, height - covered);
  const way = end - height;
  const left = Math.max(0, way - offset);
  const share =
    way <= 0
      ? 0
      : way < 2 * room
        ? Math.min(1, offset / way)
        : Math.max(usualShare, Math.min(1, 1 - left / room));
  return offset + covered + Math.min(room - 1, share * room);
}
