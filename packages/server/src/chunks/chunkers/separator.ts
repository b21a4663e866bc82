import type { Element } from "../../elements/element.ts";

/**
 * What is between two neighbouring elements: list items and rows stay together as lines, and a heading with the text
 * below it. Other elements start a new paragraph.
 */
export function separatorBetween(last: Element, next: Element): "\n" | "\n\n" {
  const lines = next.type === "ListItem" || next.type === "TableRow";
  return (lines && last.type === next.type) || last.type === "Title" ? "\n" : "\n\n";
}
