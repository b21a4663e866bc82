import type { Element } from "@headwater/client";

export type OutlineEntry = {
  id: string;
  text: string;
  /** From 0, without gaps. */
  level: number;
  element: Element;
};

/** Levels below this are too fine for the margin. */
const maxLevel = 2;

/** The outline of a text, from its titles. Empty when there are too few to find one's way by. */
export function outlineOf(titles: readonly Element[]): OutlineEntry[] {
  const found = titles.flatMap((element) => {
    const text = element.text.replaceAll(/\s+/g, " ").trim();
    const depth = /^#{1,6}(?= )/.exec(element.markdown ?? "")?.[0].length ?? 1;
    return element.element_id && text !== "" ? [{ id: element.element_id, text, depth, element }] : [];
  });
  const depths = [...new Set(found.map(({ depth }) => depth))].sort((a, b) => a - b);
  const entries = found
    .map(({ depth, ...entry }) => ({ ...entry, level: depths.indexOf(depth) }))
    .filter(({ level }) => level <= maxLevel);
  return entries.length < 3 ? [] : entries;
}
