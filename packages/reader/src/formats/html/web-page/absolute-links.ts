import { attribute, findElement, type HtmlDocument } from "../html-tree.ts";

/** Makes the addresses of links and pictures absolute, from the page's `<base>` or its own address. */
export function makeLinksAbsolute(document: HtmlDocument, url: string): void {
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
