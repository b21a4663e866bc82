import { attribute, findElement, type HtmlDocument, type HtmlElement, isElement } from "../html-tree.ts";
import { isHidden } from "../vocabulary.ts";
import { isAround, isComments } from "./boilerplate.ts";
import { measureText, type TextMeasures } from "./text-measure.ts";

export type MainContent = {
  root: HtmlElement;
  measures: TextMeasures;
  /** Elements inside the root that stand around the content. */
  isLeftOut: (element: HtmlElement) => boolean;
};

/** With less prose than this, an element is not convincing as what the page is about. */
const minProse = 250;
/** What is named like a part around the content, but holds more than this share of all prose, is the content. */
const maxShareAround = 0.5;
/** An element is descended into while one of its children holds this share of its prose. */
const minShareInside = 0.6;
/** A region that the author marked as the main one is believed when it holds this share of the page's text. */
const minShareOfMain = 0.2;

/**
 * Finds the smallest element that holds what the page is about. The steps, each taken when the one before finds too
 * little: the page without its surroundings and readers' comments, the same with comments (a forum), the region marked
 * as main (a list of links, a short page). Undefined when none convinces: the page is then read whole.
 */
export function mainContent(document: HtmlDocument): MainContent | undefined {
  const body = findElement(document, ({ tagName }) => tagName === "body");
  if (!body) return undefined;
  const all = measureText(body, () => false);
  const { prose, text } = all.of(body);
  const holdsLittle = (element: HtmlElement) => all.of(element).prose <= prose * maxShareAround;
  const around = remembered((element) => isAround(element) && holdsLittle(element));
  const comments = remembered(isComments);
  for (const isLeftOut of [(element: HtmlElement) => around(element) || comments(element), around]) {
    const measures = measureText(body, isLeftOut);
    if (measures.of(body).prose >= minProse)
      return { root: innermost(body, measures, isLeftOut), measures, isLeftOut };
  }
  const marked = findElement(
    body,
    (element) => element.tagName === "main" || attribute(element, "role") === "main",
  );
  if (marked && all.of(marked).text >= text * minShareOfMain)
    return { root: marked, measures: measureText(body, around), isLeftOut: around };
  return undefined;
}

function remembered(decide: (element: HtmlElement) => boolean): (element: HtmlElement) => boolean {
  const known = new Map<HtmlElement, boolean>();
  return (element) => {
    const decided = known.get(element) ?? decide(element);
    known.set(element, decided);
    return decided;
  };
}

const TEXT_BLOCKS = new Set(
  "p li ul ol dl blockquote pre table tbody tr h1 h2 h3 h4 h5 h6 figure".split(" "),
);

function innermost(
  body: HtmlElement,
  measures: TextMeasures,
  isLeftOut: (element: HtmlElement) => boolean,
): HtmlElement {
  let root = body;
  for (;;) {
    const { prose } = measures.of(root);
    const inside = root.childNodes
      .filter(isElement)
      .filter((child) => !isHidden(child) && !isLeftOut(child))
      .find((child) => measures.of(child).prose >= prose * minShareInside);
    if (!inside || TEXT_BLOCKS.has(inside.tagName)) return root;
    root = inside;
    if (attribute(root, "itemprop") === "articleBody") return root;
  }
}
