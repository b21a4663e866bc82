import { attribute, type HtmlElement, type HtmlNode, isElement } from "./html-tree.ts";
import { isHidden } from "./vocabulary.ts";

/** The marks of a list's items: "-", or their numbers. */
export function itemMarkers(list: HtmlElement): Map<HtmlNode, string> {
  const items = list.childNodes.filter(isElement).filter(({ tagName }) => tagName === "li");
  if (list.tagName !== "ol") return new Map(items.map((item) => [item, "-"]));
  const reversed = attribute(list, "reversed") !== undefined;
  const start = Number.parseInt(attribute(list, "start") ?? "", 10);
  let number = Number.isNaN(start) ? (reversed ? items.length : 1) : start;
  const markers = new Map<HtmlNode, string>();
  for (const item of items) {
    const value = Number.parseInt(attribute(item, "value") ?? "", 10);
    if (!Number.isNaN(value)) number = value;
    markers.set(item, numberMarker(number, attribute(list, "type")));
    if (!isHidden(item)) number += reversed ? -1 : 1;
  }
  return markers;
}

/** The mark of an item of `<ol type="…">`. */
function numberMarker(number: number, type: string | undefined): string {
  if ((type === "a" || type === "A") && number >= 1 && number <= 26) {
    return `${String.fromCharCode(type.charCodeAt(0) + number - 1)}.`;
  }
  return `${number}.`;
}
