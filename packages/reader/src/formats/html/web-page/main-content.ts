import {
  attribute,
  findElement,
  type HtmlDocument,
  type HtmlElement,
  isElement,
} from "../html-tree.ts";
import { isHidden } from "../vocabulary.ts";
import { isAround } from "./boilerplate.ts";
import { measureText, type TextMeasures } from "./text-measure.ts";

export type MainContent = {
  root: HtmlElement;
  measures: TextMeasures;
  /** Elements inside the root that stand around the content. */
  isLeftOut: (element: HtmlElement) => boolean;
  /** Whether the page says of itself that it is an article. */
  isArticle: boolean;
};

/** Less prose than this is no article: the page is then something else, or empty. */
const minArticleProse = 250;
/** What is named like a part around the content, but holds more than this share of all prose, is the content. */
const maxShareAround = 0.5;
/** An element is descended into while one of its children holds this share of its prose. */
const minShareInside = 0.6;

/**
 * Finds the smallest element that holds what the page is about. Undefined when nothing convincing is found, as on a
 * page that is a list of links.
 */
export function mainContent(document: HtmlDocument, isArticle: boolean): MainContent | undefined {
  const body = findElement(document, ({ tagName }) => tagName === "body");
  if (!body) return undefined;
  const all = measureText(body, () => false);
  const { prose } = all.of(body);
  const around = new Map<HtmlElement, boolean>();
  const isLeftOut = (element: HtmlElement): boolean => {
    const known = around.get(element);
    if (known !== undefined) return known;
    const found = isAround(element) && all.of(element).prose <= prose * maxShareAround;
    around.set(element, found);
    return found;
  };
  const measures = measureText(body, isLeftOut);
  if (measures.of(body).prose < minArticleProse) return undefined;
  return { root: innermost(body, measures, isLeftOut), measures, isLeftOut, isArticle };
}

const TEXT_BLOCKS = new Set("p li ul ol dl blockquote pre table tbody tr h1 h2 h3 h4 h5 h6 figure".split(" "));

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
    if (isArticleBody(root)) return root;
  }
}

const isArticleBody = (element: HtmlElement): boolean => attribute(element, "itemprop") === "articleBody";
