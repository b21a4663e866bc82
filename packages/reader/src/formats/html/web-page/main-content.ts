import { attribute, findElement, type HtmlDocument, type HtmlElement, isElement } from "../html-tree.ts";
import { isHidden } from "../vocabulary.ts";
import { isComments, isPostText } from "./boilerplate.ts";
import type { PageKind } from "./page-kind.ts";
import { surroundings } from "./surroundings.ts";
import { measureText, type TextMeasures } from "./text-measure.ts";

export type MainContent = {
  root: HtmlElement;
  measures: TextMeasures;
  /** Elements inside the root that stand around the content. */
  isLeftOut: (element: HtmlElement) => boolean;
};

/** A page convinces with this much prose, in characters, or with this share of prose in its text. */
const minProse = 250;
const minProseShare = 0.5;
/** A page of fewer characters without its surroundings is read whole. */
const minText = 50;
/** An element is descended into while one of its children holds this share of its prose. */
const minShareInside = { ofArticle: 0.6, ofPostText: 0.9, ofOthers: 0.8, withoutHeadline: 0.95 };
/** What is read of a page that does not say it is an article holds this share of its text. */
const minTextShare = 0.5;
/** A region that the author marked as the main one is believed when it holds this share of the page's text. */
const minShareOfMain = 0.2;

/**
 * Finds the smallest element that holds what the page is about. The steps, each taken when the one before does not
 * convince: the page without its surroundings and, when it says that it is an article, without readers' comments; the
 * same with comments; the region that is marked as the main one (a list of links, a short page); all but the surroundings,
 * when a headline or half of the prose is left. Undefined when none convinces: the page is then read whole.
 */
export function mainContent(document: HtmlDocument, kind: PageKind): MainContent | undefined {
  const body = findElement(document, ({ tagName }) => tagName === "body");
  if (!body) return undefined;
  const all = measureText(body, () => false);
  const { text, prose } = all.of(body);
  const around = remembered(surroundings(body, all, kind));
  const comments = remembered(isComments);
  const withoutComments = (element: HtmlElement) => around(element) || comments(element);
  for (const isLeftOut of kind === "article" ? [withoutComments, around] : [around]) {
    const measures = measureText(body, isLeftOut);
    const left = measures.of(body);
    if (left.prose >= minProse || (left.prose > 0 && left.prose >= left.text * minProseShare))
      return { root: innermost(body, { measures, isLeftOut, kind }), measures, isLeftOut };
  }
  const marked = findElement(
    body,
    (element) => element.tagName === "main" || attribute(element, "role") === "main",
  );
  const measures = measureText(body, around);
  if (marked && all.of(marked).text >= text * minShareOfMain)
    return { root: marked, measures, isLeftOut: around };
  const left = measures.of(body);
  const keepsContent = left.prose >= prose * minProseShare || left.headlines > 0;
  return left.text >= minText && keepsContent ? { root: body, measures, isLeftOut: around } : undefined;
}

function remembered(decide: (element: HtmlElement) => boolean): (element: HtmlElement) => boolean {
  const known = new Map<HtmlElement, boolean>();
  return (element) => {
    const decided = known.get(element) ?? decide(element);
    known.set(element, decided);
    return decided;
  };
}

const TEXT_BLOCKS = new Set("p li ul ol dl blockquote pre h1 h2 h3 h4 h5 h6 figure".split(" "));
/** A cell that holds the content belongs to a table that lays out the page. A whole table is content itself. */
const TABLE_PARTS = new Set("table tbody tr".split(" "));

function innermost(
  body: HtmlElement,
  { measures, isLeftOut, kind }: Omit<MainContent, "root"> & { kind: PageKind },
): HtmlElement {
  // Around an article there may be more links than text. On other pages the links may be the content.
  const minTextInside = kind === "article" ? 0 : measures.of(body).text * minTextShare;
  let minShare = kind === "article" ? minShareInside.ofArticle : minShareInside.ofOthers;
  let root = body;
  let found = body;
  for (;;) {
    const { prose, headlines } = measures.of(root);
    const inside = root.childNodes
      .filter(isElement)
      .filter((child) => !isHidden(child) && !isLeftOut(child))
      .find((child) => {
        const held = measures.of(child);
        const leavesHeadline = kind === "other" && headlines > 0 && held.headlines === 0;
        const share = leavesHeadline ? minShareInside.withoutHeadline : minShare;
        return held.prose >= prose * share && held.text >= minTextInside;
      });
    if (!inside || TEXT_BLOCKS.has(inside.tagName)) return found;
    if (kind === "discussion" && hasSiblingAlike(inside, root)) return found;
    root = inside;
    if (kind === "article" && isPostText(root)) minShare = minShareInside.ofPostText;
    if (!TABLE_PARTS.has(root.tagName)) found = root;
    if (attribute(root, "itemprop") === "articleBody") return found;
  }
}

/** Whether another child has the same tag and classes but for numbers: a post among posts, however long it is. */
function hasSiblingAlike(element: HtmlElement, parent: HtmlElement): boolean {
  const classes = (one: HtmlElement) => attribute(one, "class")?.replace(/\d+/g, "");
  const own = classes(element);
  return parent.childNodes
    .filter(isElement)
    .some((child) => child !== element && child.tagName === element.tagName && own && classes(child) === own);
}
