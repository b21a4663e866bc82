import { findElement, type HtmlDocument } from "../html-tree.ts";
import { headingLevelOf, isHidden } from "../vocabulary.ts";
import { textOf } from "./fact-text.ts";

const maxHeadings = 20;

const squashed = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

/**
 * The headline: the longest first-level heading that the page's other titles confirm, else what the page gives to
 * others to show, else the longer of the only such heading and the document's title without the site's name.
 */
export function pageTitle(
  document: HtmlDocument,
  { stated, documentTitle, siteName }: { stated: string[]; documentTitle: string; siteName: string },
): string {
  const headings: string[] = [];
  findElement(document, (element) => {
    if (headingLevelOf(element) === 1 && !isHidden(element)) headings.push(textOf(element));
    return headings.length >= maxHeadings;
  });
  const titles = [...stated, documentTitle].filter((title) => title !== "");
  const known = titles.map(squashed);
  const confirmed = headings.filter((heading) => {
    const text = squashed(heading);
    // A logo is often a heading as well.
    return text.length > 1 && text !== squashed(siteName) && known.some((title) => title.includes(text));
  });
  if (confirmed.length > 0)
    return confirmed.reduce((longest, one) => (one.length > longest.length ? one : longest));
  const [offered] = stated.filter((title) => title !== "");
  const [only = ""] = headings.length === 1 ? headings : [];
  if (!offered && only.length > documentTitle.length) return only;
  return offered ?? withoutSite(documentTitle);
}

/** "The tide | The Harbour Post" is about the tide. A short first part is rather the site's name. */
function withoutSite(title: string): string {
  const parts = title.split(/\s+[|–—·»]\s+|\s+-\s+/);
  const [first = ""] = parts;
  return parts.length > 1 && first.split(" ").length >= 3 ? first : title;
}
