import { type HtmlElement, isElement } from "../html-tree.ts";
import { aroundSigns, isNotice } from "./boilerplate.ts";
import type { PageKind } from "./page-kind.ts";
import type { TextMeasures } from "./text-measure.ts";

/** What is marked as a part around the content, but holds more than this share of all prose, is the content. */
const maxShareAround = 0.5;

/** A footer is believed when the page has this much prose beside it, in characters. */
const minProseBeside = 250;

/**
 * Says which elements stand around the content. A sign (a name such as "menu", a tag, a role) counts for little when
 * it marks most of the page's prose: a restaurant's menu is its page. On the page of an article only one element that
 * holds the most is spared, as long lists of other stories are usual there. A `<footer>` without a headline
 * is believed where the page has prose beside it: footnotes and conditions may be longer than what they belong to.
 */
export function surroundings(
  body: HtmlElement,
  all: TextMeasures,
  kind: PageKind,
): (element: HtmlElement) => boolean {
  const signs = new Map<HtmlElement, readonly string[]>();
  const prosePerSign = new Map<string, number>();
  const active = new Set<string>();
  const visit = (element: HtmlElement) => {
    const own = aroundSigns(element);
    if (own.length > 0) signs.set(element, own);
    // Only the outermost element of a sign counts, as it holds the others.
    const first = own.filter((sign) => !active.has(sign));
    for (const sign of first) {
      active.add(sign);
      prosePerSign.set(sign, (prosePerSign.get(sign) ?? 0) + all.of(element).prose);
    }
    for (const child of element.childNodes) if (isElement(child)) visit(child);
    for (const sign of first) active.delete(sign);
  };
  visit(body);
  const { prose } = all.of(body);
  const most = prose * maxShareAround;
  return (element) => {
    const held = all.of(element);
    if (isNotice(element) && held.landmarks === 0) return true;
    const own = signs.get(element);
    if (!own) return false;
    const isFooter = own.includes("footer") || own.includes("contentinfo");
    if (isFooter && held.landmarks === 0 && prose - held.prose >= minProseBeside) return true;
    if (kind === "article") return held.prose <= most;
    return own.some((sign) => (prosePerSign.get(sign) ?? 0) <= most);
  };
}
