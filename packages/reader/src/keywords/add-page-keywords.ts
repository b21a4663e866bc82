import type { ParsedElement } from "../element.ts";
import { countPage, type PageCount } from "./count-page.ts";
import { pageKeywords } from "./page-keywords.ts";

/** A longer page is told by its beginning: a format without pages is one page, however long. */
const maxCharactersOfPage = 40_000;

/** Says nothing of the page's subject. */
const asides = new Set(["Header", "Footer", "PageNumber", "CodeSnippet", "Formula", "Link"]);

/**
 * Gives each element the keywords of its page: words and short phrases that stand out on the page against the document.
 * No list of a language is needed, and no model. Elements that have keywords keep them; a model wrote those.
 */
export function addPageKeywords(elements: ParsedElement[]): void {
  const pages = new Map<number, { elements: ParsedElement[]; count: PageCount; characters: number }>();
  for (const element of elements) {
    let page = pages.get(element.pageNumber);
    if (!page) {
      page = { elements: [], count: new Map(), characters: 0 };
      pages.set(element.pageNumber, page);
    }
    page.elements.push(element);
    if (asides.has(element.type) || page.characters >= maxCharactersOfPage) continue;
    const text = element.text.slice(0, maxCharactersOfPage - page.characters);
    page.characters += text.length;
    countPage(page.count, text, element.type === "Title");
  }
  const pagesWith = new Map<string, number>();
  for (const { count } of pages.values()) {
    for (const key of count.keys()) pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1);
  }
  for (const { elements: own, count } of pages.values()) {
    const keywords = pageKeywords(count, (key) => pagesWith.get(key) ?? 1, pages.size);
    if (keywords.length === 0) continue;
    for (const element of own) element.pageKeywords ??= keywords;
  }
}
