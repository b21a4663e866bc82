import { type HtmlElement, isElement } from "../html-tree.ts";
import { isBlock, isHidden } from "../vocabulary.ts";
import { isFacts } from "./boilerplate.ts";
import type { MainContent } from "./main-content.ts";

const maxLinkedShare = 0.6;

/** Removes what stands around the content from inside the main element: share bars, related links, the byline. */
export function keepContent({ root, measures, isLeftOut }: MainContent): void {
  const visit = (parent: HtmlElement) => {
    parent.childNodes = parent.childNodes.filter((child) => !isElement(child) || isKept(child));
    for (const child of parent.childNodes) if (isElement(child)) visit(child);
  };
  const isKept = (element: HtmlElement): boolean => {
    if (isHidden(element) || isLeftOut(element)) return false;
    const { text, linked, links, prose } = measures.of(element);
    if (isFacts(element, text)) return false;
    return !(isBlock(element) && links > 0 && prose === 0 && linked > text * maxLinkedShare);
  };
  visit(root);
}
