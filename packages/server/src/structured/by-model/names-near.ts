import type { Element } from "../../elements/element.ts";
import { createLabelReader, type LabelWord } from "../../text/label-words.ts";
import { propertyNameWords } from "../../text/property-name-words.ts";

/** Maximum characters before a value, on its line, in which its label is looked for. */
const maxBefore = 80;
/** An element of at most this many characters may be the label of the next one. */
const maxLabel = 40;
const maxHeadingRows = 2;

export type NamesNear = (
  name: string,
  at: { element: Element; before: Element | undefined; quote: string },
) => boolean;

/**
 * Whether words of a property's name label a value: before it on its line, in its row, at the head of its column, or in the
 * short element before it. Words of other languages count by their meaning.
 */
export function createNamesNear(): NamesNear {
  const read = createLabelReader();
  return (name, { element, before, quote }) => {
    const wanted = new Set(read(propertyNameWords(name), "name").flatMap(({ meanings }) => meanings));
    const says = (text: string): boolean =>
      read(text).some((word: LabelWord) => word.meanings.some((each) => wanted.has(each)));
    if (before && before.text.length <= maxLabel && says(before.text)) return true;
    const lines = element.text.split("\n");
    return lines.some((line, row) =>
      placesOf(quote, line).some((start) => {
        if (says(line.slice(0, start).slice(-maxBefore))) return true;
        const column = line.slice(0, start).split(" | ").length - 1;
        return lines
          .slice(0, Math.min(row, maxHeadingRows))
          .some((head) => says(head.split(" | ")[column] ?? ""));
      }),
    );
  };
}

function placesOf(quote: string, line: string): number[] {
  const places: number[] = [];
  for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) places.push(at);
  return places;
}
