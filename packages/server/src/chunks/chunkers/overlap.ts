import type { Ruler } from "./measure.ts";
import type { Unit } from "./units.ts";
import { isBetweenCharacters, wordStarts } from "./whole-characters.ts";

/**
 * Where a chunk begins that repeats up to `overlap` of the one before it: with a whole unit, else with a word. It never
 * repeats all of that chunk.
 *
 * @param units - Those of the chunk before, and the first one of this chunk.
 */
export function overlapStart(
  units: readonly Unit[],
  overlap: number,
  ruler: Ruler,
  textOf: (unit: Unit) => string,
): number {
  const start = units.at(-1)?.start ?? 0;
  const fits = (at: number) => ruler(at, start) <= overlap;
  const whole = units.slice(1).find((unit) => fits(unit.start));
  if (whole && whole.start < start) return whole.start;
  const last = units.at(-2);
  if (!last || overlap === 0) return start;
  const text = textOf(last);
  const word = wordStarts(text, 0, text.length).find(
    (at) =>
      at > 0 && fits(last.start + at) && /\S/u.test(text.charAt(at)) && isBetweenCharacters(text, 0, at),
  );
  return word === undefined ? start : last.start + word;
}
