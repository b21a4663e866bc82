import { type HtmlElement, isElement } from "../html-tree.ts";
import { headingLevelOf, isHidden } from "../vocabulary.ts";
import type { TextMeasures } from "./text-measure.ts";

const minCards = 3;
const maxCardLength = 700;
const minCardShare = 0.7;

/**
 * Whether an element is a list of cards that announce other pages: children alike, each with a linked headline over a
 * few lines. On the page of an article they are not its text.
 */
export function isCardList(element: HtmlElement, measures: TextMeasures): boolean {
  const children = element.childNodes
    .filter(isElement)
    .filter((child) => !isHidden(child) && measures.of(child).text > 0);
  if (children.length < minCards) return false;
  const cards = children.filter((child) => isCard(child, measures));
  return cards.length >= children.length * minCardShare;
}

function isCard(element: HtmlElement, measures: TextMeasures): boolean {
  const { text, links } = measures.of(element);
  return text <= maxCardLength && links > 0 && headingLevelOf(element) === undefined && hasLinkedHeadline(element, measures);
}

function hasLinkedHeadline(element: HtmlElement, measures: TextMeasures): boolean {
  for (const child of element.childNodes) {
    if (!isElement(child) || isHidden(child)) continue;
    const { text, linked } = measures.of(child);
    if (headingLevelOf(child) !== undefined && text > 0 && linked > text * 0.8) return true;
    if (child.tagName === "a" && containsHeading(child)) return true;
    if (hasLinkedHeadline(child, measures)) return true;
  }
  return false;
}

function containsHeading(element: HtmlElement): boolean {
  return element.childNodes.some(
    (child) => isElement(child) && (headingLevelOf(child) !== undefined || containsHeading(child)),
  );
}
