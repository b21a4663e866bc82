import { cleanText, collapseSpaces } from "../../../markup/plain-text.ts";
import { type HtmlElement, type HtmlNode, isElement, isText } from "../html-tree.ts";

const maxFactLength = 500;

/** A value that a page states of itself, on one line and of limited length. "" when it is not a text. */
export function tidy(value: unknown): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first !== "string") return "";
  return collapseSpaces(cleanText(first.slice(0, 4 * maxFactLength)).replace(/\s+/g, " "))
    .trim()
    .slice(0, maxFactLength);
}

/** The text of an element that states a fact. */
export const textOf = (element: HtmlElement | undefined): string =>
  element ? tidy(startOfText(element)) : "";

const maxNodesForText = 500;

/** The text of an element's first nodes. Facts are short; on a hostile page elements with all its text may nest. */
function startOfText(element: HtmlElement): string {
  const open: HtmlNode[] = [...element.childNodes.slice(0, maxNodesForText)].reverse();
  let text = "";
  for (let nodes = 0; nodes < maxNodesForText; nodes += 1) {
    const node = open.pop();
    if (!node || text.length > 4 * maxFactLength) break;
    if (isText(node)) text += node.value;
    else if (isElement(node) && node.tagName === "br") text += " ";
    else if (isElement(node)) open.push(...node.childNodes.slice(0, maxNodesForText).reverse());
  }
  return text;
}
