import type { ShownItem } from "../flow-items.ts";
import type { ItemExpectation } from "./read-test-file.ts";

/** What the items lack of what is expected, for a person to read. Empty: nothing. */
export function missingFrom(items: readonly ShownItem[], expected: ItemExpectation): string[] {
  const { contains, source, minScore, minItems, maxItems } = expected;
  const best = items.reduce<number | null>(
    (max, { score }) => (score === null ? max : Math.max(max ?? 0, score)),
    null,
  );
  const count = `${items.length} item${items.length === 1 ? "" : "s"}`;
  return [
    ...contains
      .filter((text) => !items.some((item) => says(item, text)))
      .map((text) => `no item contains "${text}"`),
    ...source
      .filter((name) => !items.some((item) => item.source === name))
      .map((name) => `no item from ${name}`),
    ...(minScore === undefined || (best !== null && best >= minScore)
      ? []
      : [`the best score is ${best === null ? "unknown" : best.toFixed(3)}, not ${minScore} or more`]),
    ...(minItems === undefined || items.length >= minItems ? [] : [`${count}, not ${minItems} or more`]),
    ...(maxItems === undefined || items.length <= maxItems ? [] : [`${count}, not ${maxItems} or fewer`]),
  ];
}

/** Whether an item says a text, whatever its case and spaces. */
export const says = ({ content }: ShownItem, text: string): boolean => plain(content).includes(plain(text));

const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** One line for each item that is not the same: `-` it was there, `+` it is new. The order counts. */
export function diffItems(before: readonly ShownItem[], after: readonly ShownItem[]): string[] {
  const [one, other] = [before, after].map((items) => items.map(lineOf));
  if (!one || !other) return [];
  const gone = one.filter((line) => !other.includes(line)).map((line) => `- ${line}`);
  const added = other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`);
  if (gone.length + added.length > 0) return [...gone, ...added];
  return one.some((line, index) => line !== other[index]) ? ["~ the same items in another order"] : [];
}

const lineOf = ({ source, page, content }: ShownItem): string =>
  `${source ?? "?"}${page === null ? "" : ` p. ${page}`}: ${content.replace(/\s+/g, " ").trim()}`;
