import type { ParsedElement } from "../../../element.ts";
import { titleBlock } from "../../../markup/blocks.ts";
import { imageAllowance } from "../../../markup/embedded-image.ts";
import type { WebPage } from "../../../parser.ts";
import { attribute, findElement, type HtmlDocument } from "../html-tree.ts";
import { walkHtml } from "../walk-html.ts";
import { isMostlyCards } from "./card-list.ts";
import { keepContent } from "./keep-content.ts";
import { type MainContent, mainContent } from "./main-content.ts";
import { type PageFacts, pageFacts } from "./page-facts.ts";
import type { PageKind } from "./page-kind.ts";
import { withoutRepeatedRows } from "./repeated-rows.ts";

/**
 * Reads what a web page is about: its title, which carries the page's facts as metadata, then its main content. When
 * no main content is found, all that the page shows.
 */
export function readWebPage(
  document: HtmlDocument,
  { url }: WebPage,
  onElement: () => void,
): ParsedElement[] {
  const facts = pageFacts(document, url);
  makeLinksAbsolute(document, url);
  const { kind, main } = contentOf(document, facts.kind);
  if (main) keepContent(main, kind);
  const root = main ? { ...document, childNodes: [main.root] } : document;
  const all = walkHtml(root, imageAllowance(), onElement);
  // An article or a thread that repeats itself means it.
  const content = kind === "other" ? withoutRepeatedRows(all) : all;
  if (content.length === 0) return [];
  const title = titleBlock([{ text: facts.title }], 1, { pageNumber: 1, metadata: factsMetadata(facts) });
  return title ? [title, ...withoutTitle(content, facts.title)] : content;
}

/** The main content, and the kind of page that it shows: overviews say they are articles, too. */
function contentOf(
  document: HtmlDocument,
  stated: PageKind,
): { kind: PageKind; main: MainContent | undefined } {
  const main = mainContent(document, stated);
  return stated === "article" && main && isMostlyCards(main.root, main.measures)
    ? { kind: "other", main: mainContent(document, "other") }
    : { kind: stated, main };
}

function factsMetadata(facts: PageFacts): Record<string, unknown> {
  return {
    document_title: facts.title,
    ...(facts.byline && { byline: facts.byline }),
    ...(facts.published && { published: facts.published }),
    ...(facts.modified && { last_modified: facts.modified }),
    ...(facts.siteName && { site_name: facts.siteName }),
    ...(facts.language && { languages: [facts.language] }),
    canonical_url: facts.canonicalUrl,
  };
}

/** The page's own headline is not said twice. */
function withoutTitle(elements: ParsedElement[], title: string): ParsedElement[] {
  const index = elements.findIndex((element) => element.type === "Title" && element.text === title);
  return index === -1 ? elements : elements.toSpliced(index, 1);
}

/** Makes the addresses of links and pictures absolute, from the page's `<base>` or its own address. */
function makeLinksAbsolute(document: HtmlDocument, url: string): void {
  const base = baseOf(document, url);
  findElement(document, (element) => {
    const name = element.tagName === "a" ? "href" : element.tagName === "img" ? "src" : undefined;
    for (const candidate of name ? element.attrs : []) {
      const isAddress = candidate.name === name && !/^\s*(?:#|data:|javascript:)/i.test(candidate.value);
      if (isAddress && URL.canParse(candidate.value, base))
        candidate.value = new URL(candidate.value, base).href;
    }
    return false;
  });
}

function baseOf(document: HtmlDocument, url: string): string {
  const element = findElement(
    document,
    (candidate) => candidate.tagName === "base" && attribute(candidate, "href") !== undefined,
  );
  const stated = element ? (attribute(element, "href") ?? "") : "";
  return URL.canParse(stated, url) ? new URL(stated, url).href : url;
}
