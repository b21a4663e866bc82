import type { ParsedElement } from "../../../element.ts";
import { imageAllowance } from "../../../markup/embedded-image.ts";
import type { HtmlDocument } from "../html-tree.ts";
import { walkHtml } from "../walk-html.ts";
import { keepContent } from "./keep-content.ts";
import { mainContent } from "./main-content.ts";

/** Reads what a web page is about: its title with the page's facts, then its main content. */
export function readWebPage(document: HtmlDocument, onElement: () => void): ParsedElement[] {
  const main = mainContent(document);
  if (!main) return walkHtml(document, imageAllowance(), onElement);
  keepContent(main);
  const elements = walkHtml({ ...document, childNodes: [main.root] }, imageAllowance(), onElement);
  return elements;
}
