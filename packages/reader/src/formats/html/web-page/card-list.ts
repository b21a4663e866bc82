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
  const { text, linkedHeadings } = measures.of(element);
  return text <= maxCardLength && linkedHeadings > 0 && headingLevelOf(element) === undefined;
}
