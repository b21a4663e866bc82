import type { ParsedElement } from "../element.ts";
import { countPage, type PageText } from "./count-page.ts";
import { pageKeywords } from "./page-keywords.ts";
import type { KnownWords } from "./page-words.ts";

/** A longer page is judged by its beginning: a format without pages is one page, however long. */
const maxCharactersOfPage = 40_000;

/** Says nothing of the page's subject. */
const asides = new Set(["Header", "Footer", "PageNumber", "CodeSnippet", "Formula", "Link"]);

/**
 * Gives each element the keywords of its page: words and short phrases that stand out on the page against the document.
 * No list of a language is needed, and no model. Elements that have keywords keep them; a model wrote those.
 */
export function addPageKeywords(elements: ParsedElement[]): void {
  const known: KnownWords = new Map();
  const pages = [...Map.groupBy(elements, ({ pageNumber }) => pageNumber).values()].map((own, index) => ({
    own,
    count: countPage(index + 1, textsOf(own), known),
  }));
  const pagesWith = new Map<string, number>();
  for (const { count } of pages) {
    for (const key of count.terms.keys()) pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1);
  }
  for (const { own, count } of pages) {
    const keywords = pageKeywords(count, (key) => pagesWith.get(key) ?? 1, pages.length);
    if (keywords.length === 0) continue;
    for (const element of own) element.pageKeywords ??= keywords;
  }
}

function* textsOf(page: readonly ParsedElement[]): Generator<PageText> {
  let left = maxCharactersOfPage;
  for (const { type, text } of page) {
    if (asides.has(type)) continue;
    yield { text: text.slice(0, left), isTitle: type === "Title" };
    left -= text.length;
    if (left <= 0) return;
  }
}
