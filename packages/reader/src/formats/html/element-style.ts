import { type InlineStyle, linkTarget } from "../../markup/inline.ts";
import { attribute, type HtmlElement } from "./html-tree.ts";
import { HEADINGS } from "./vocabulary.ts";

/** The style inside an element. It follows from the style around it, its tag and its own CSS. */
export function styleOf(node: HtmlElement, outer: InlineStyle): InlineStyle {
  const css = attribute(node, "style") ?? "";
  const style = { ...outer };
  if (["b", "strong"].includes(node.tagName) || /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(css))
    style.bold = true;
  if (/font-weight\s*:\s*(?:normal|400)/i.test(css)) style.bold = false;
  if (["i", "em", "cite", "dfn", "var"].includes(node.tagName) || /font-style\s*:\s*italic/i.test(css))
    style.italic = true;
  if (["s", "strike", "del"].includes(node.tagName) || /text-decoration[^;]*line-through/i.test(css))
    style.strike = true;
  if (node.tagName === "a") style.href = linkTarget(attribute(node, "href")) ?? outer.href;
  if (HEADINGS.has(node.tagName)) style.bold = false;
  return style;
}
