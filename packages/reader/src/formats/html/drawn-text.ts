import { attribute, type HtmlElement, isElement, isText, textContent } from "./html-tree.ts";
import { isConcealed } from "./vocabulary.ts";

/** What an SVG only defines, or says about itself. */
const notDrawn = new Set([
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "title",
  "desc",
  "metadata",
  "style",
  "script",
]);
const maxTexts = 2_000;

/** The labels that an SVG in the page draws, each on its own. */
export function drawnTexts(svg: HtmlElement): string[] {
  const texts: string[] = [];
  const open = [svg];
  for (let node = open.pop(); node && texts.length < maxTexts; node = open.pop()) {
    if (notDrawn.has(node.tagName) || isConcealed(node)) continue;
    if (node.tagName === "text" || node.tagName === "foreignObject") {
      const label = (node.tagName === "text" ? labelOf(node) : textContent(node)).replace(/\s+/g, " ").trim();
      if (label) texts.push(label);
    } else open.push(...node.childNodes.filter(isElement).reverse());
  }
  return texts;
}

/** Parts of a label with places of their own are lines or words. */
function labelOf(node: HtmlElement): string {
  return node.childNodes
    .map((child) => {
      if (isText(child)) return child.value;
      if (!isElement(child) || notDrawn.has(child.tagName)) return "";
      const isPlaced = ["x", "y", "dy"].some((name) => attribute(child, name) !== undefined);
      return `${isPlaced ? " " : ""}${labelOf(child)}`;
    })
    .join("");
}
