import type { ParsedElement } from "../element.ts";
import { titleAtLevel } from "./blocks.ts";

/** The elements of a document that has a title: the first one stays at level 1, and all headings move below it. */
export function headingsBelowTitle(elements: readonly ParsedElement[]): ParsedElement[] {
  let first = true;
  return elements.map((element) => {
    if (element.type !== "Title") return element;
    const isTitle = first && element.level === 1;
    if (isTitle) first = false;
    return isTitle ? element : titleAtLevel(element, (element.level ?? 1) + 1);
  });
}
