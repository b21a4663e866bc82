import { attribute, type HtmlElement, isElement, textContent } from "./html-tree.ts";
import { headingLevelOf } from "./vocabulary.ts";

/** The signs that programs use for such links. */
const signs = new Set("¶#§∞🔗⚓");
/** Spaces, and marks that only choose how the sign is drawn. */
const unseen = /\s|\u200b|\ufe0e|\ufe0f/gu;
const named =
  /(?:^|[\s_-])(?:header-?link|heading-?link|anchor|anchor-?link|hash-?link|permalink|perma)(?:$|[\s_-])/i;
/** No heading has more parts. Each link in it would be compared with all of them. */
const maxChildren = 100;
/** What may have such a link: headings, terms, captions. */
const marked = ["dt", "caption", "figcaption"];

/** What a link to its own heading may show: no letters and figures, or a word in brackets. A title is text. */
const mark = /^(?:[^\p{L}\p{N}]+|\[\p{L}+\])$/u;

/**
 * Whether a link only gives the address of the heading that it is in: `<h2>Install <a href="#install">¶</a></h2>`. It
 * is a sign, a word whose class says what it is, or a mark that leads to this very heading, beside the heading's own text.
 */
export function isPermalink(link: HtmlElement): boolean {
  const fragment = attribute(link, "href")?.split("#")[1];
  if (fragment === undefined) return false;
  const text = textContent(link);
  const isSign = signs.has(text.replace(unseen, ""));
  const heading = headingAround(link);
  const leadsHere = heading !== undefined && fragment !== "" && attribute(heading, "id") === fragment;
  const isMark = leadsHere && mark.test(text.trim());
  if (!isSign && !isMark && !named.test(attribute(link, "class") ?? "")) return false;
  // A pilcrow is never text of its own, wherever it stands.
  if (!heading) return isSign && text.includes("¶");
  if (heading.childNodes.length > maxChildren) return isSign;
  return /[\p{L}\p{N}]/u.test(textContent(heading).replace(text, ""));
}

function headingAround(link: HtmlElement): HtmlElement | undefined {
  for (let node = link.parentNode; node && "tagName" in node && isElement(node); node = node.parentNode) {
    if (headingLevelOf(node) !== undefined || marked.includes(node.tagName)) return node;
  }
  return undefined;
}
