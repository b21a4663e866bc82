import { contains } from "../../layout/box.ts";
import { garbledFonts } from "../../layout/garbled-text.ts";
import type { Font, Word } from "../../layout/page.ts";

/** Letters reach beyond the boxes that a font states, by at most this share of its size. */
const reach = 0.35;
/** A recognition that finds fewer words than this share of the garbled ones has not read them. */
const minShare = 0.3;

/**
 * The words of a page with those of some fonts replaced by what was recognised in their places. Null where too little
 * was recognised there.
 */
export function replaceGarbled(
  words: readonly Word[],
  fonts: ReadonlySet<Font>,
  recognised: readonly Word[],
): Word[] | null {
  const garbled = words.filter(({ font }) => fonts.has(font));
  const sound = words.filter(({ font }) => !fonts.has(font));
  const places = garbled.map(({ left, top, right, bottom, size }) => ({
    left: left - reach * size,
    top: top - reach * size,
    right: right + reach * size,
    bottom: bottom + reach * size,
  }));
  const found = recognised.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return places.some((place) => contains(place, x, y)) && !sound.some((other) => contains(other, x, y));
  });
  if (found.length < minShare * garbled.length || garbledFonts(found).size > 0) return null;
  const at = words.findIndex(({ font }) => fonts.has(font));
  return [...words.slice(0, at), ...found, ...words.slice(at).filter(({ font }) => !fonts.has(font))];
}
