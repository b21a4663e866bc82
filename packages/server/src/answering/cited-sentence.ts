import type { Statement } from "./answerer.ts";
import { asInSource } from "./brackets-of-sources.ts";
import { withBracketedMarkers, withPlainMarkers } from "./marker-styles.ts";

/** `[1]`, `[2, 5]`, `[1-3]`. */
const marker = /\s*\[(\d{1,3}(?:[,-]\s?\d{1,3})*)\]/gu;
/**
 * Links and pictures in Markdown. A document may have talked the model into one, and a page that shows it would call its
 * address.
 */
const link = /!?\[([^\]\n]*)\]\(\s*(?:[a-z][a-z\d+.-]*:|\/|www\.|#)[^\s)]*(?:\s+"[^"]*")?\s*\)/gi;
/** Code is not a place for markers: `list[0]` is an element of a list. */
const code = /`[^`]*`/g;
const maxRange = 20;

/**
 * A sentence as a model wrote it, with its markers taken out and read. Numbers that name none of the `passages` are
 * dropped; of links the words stay.
 */
export function citedSentence(sentence: string, passages: number): Statement {
  const positions = new Set<number>();
  const codes: string[] = [];
  const plain = withPlainMarkers(sentence);
  const text = (hasMarkers(plain) ? plain : withBracketedMarkers(plain, passages))
    .replace(code, (found) => `\u0000${codes.push(found) - 1}\u0000`)
    .replace(link, (_found, label: string) =>
      /^\^?\d+$/.test(label) ? `[${label.replace("^", "")}]` : label,
    )
    .replace(marker, (_found, numbers: string) => {
      for (const number of numbersIn(numbers))
        if (number >= 1 && number <= passages) positions.add(number - 1);
      return "";
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: stands for the code that was set aside
    .replace(/\u0000(\d+)\u0000/g, (_found, index: string) => codes[Number(index)] ?? "");
  return { text: asInSource(text).trim(), passages: [...positions] };
}

/** Whether a text as a model wrote it has markers in brackets, of whatever numbers. */
export const hasMarkers = (text: string): boolean =>
  withPlainMarkers(text).replace(code, "").search(marker) !== -1;

function numbersIn(list: string): number[] {
  return list.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    const count = Math.min(Math.max(0, last - first), maxRange);
    return Array.from({ length: count + 1 }, (_, step) => first + step);
  });
}
