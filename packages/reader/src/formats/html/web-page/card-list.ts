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

/** A page whose prose is in cards by this share lists other pages. */
const minShareOfList = 0.75;

/**
 * Whether most of the prose under an element is in cards: the largest elements with one linked headline and few lines.
 * Overviews say they are articles, too.
 */
export function isMostlyCards(root: HtmlElement, measures: TextMeasures): boolean {
  let cards = 0;
  let prose = 0;
  const visit = (element: HtmlElement) => {
    const measure = measures.of(element);
    if (measure.linkedHeadings === 0 || isHidden(element)) return;
    if (element !== root && measure.linkedHeadings === 1 && measure.text <= maxCardLength) {
      cards += 1;
      prose += measure.prose;
    } else for (const child of element.childNodes) if (isElement(child)) visit(child);
  };
  visit(root);
  return cards >= minCards && prose > measures.of(root).prose * minShareOfList;
}
