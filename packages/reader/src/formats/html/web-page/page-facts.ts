import { attribute, findElement, type HtmlDocument } from "../html-tree.ts";
import { isHidden } from "../vocabulary.ts";
import { textOf, tidy } from "./fact-text.ts";
import { type PageKind, pageKind } from "./page-kind.ts";
import { pageTitle } from "./page-title.ts";
import { isArticle, type StructuredThing, structuredData } from "./structured-data.ts";

/** What a page says of itself. "" where it says nothing. */
export type PageFacts = {
  title: string;
  byline: string;
  /** ISO 8601, as the page has it: a date, or a date with time. */
  published: string;
  modified: string;
  siteName: string;
  language: string;
  /** The address under which the page wants to be known; absolute. */
  canonicalUrl: string;
  kind: PageKind;
};

/** The facts of a page: from its structured data, its meta tags, then its own markup. */
export function pageFacts(document: HtmlDocument, url: string): PageFacts {
  const meta = metaTags(document);
  const things = structuredData(document);
  const articles = things.filter(isArticle);
  const article = articles[0] ?? {};
  const html = findElement(document, ({ tagName }) => tagName === "html");
  const documentTitle = textOf(findElement(document, ({ tagName }) => tagName === "title"));
  const siteName = meta("og:site_name", "application-name") || nameOf(article.publisher, things);
  return {
    title: pageTitle(document, {
      stated: [tidy(article.headline), meta("og:title", "twitter:title", "dc.title")],
      documentTitle,
      siteName,
    }),
    byline: bylineOf(document, article, things, meta),
    published: isoDate(
      tidy(article.datePublished),
      meta(
        "article:published_time",
        "datepublished",
        "date",
        "dc.date",
        "pubdate",
        "dcterms.date",
        "parsely-pub-date",
      ),
      timeOf(document, "datePublished"),
    ),
    modified: isoDate(
      tidy(article.dateModified),
      meta("article:modified_time", "og:updated_time", "datemodified", "last-modified"),
      timeOf(document, "dateModified"),
    ),
    siteName,
    language: languageCode(
      (html && attribute(html, "lang")?.trim()) || tidy(article.inLanguage) || meta("og:locale", "language"),
    ),
    canonicalUrl: canonicalUrl(document, meta("og:url"), url),
    kind: pageKind(document, { things, type: meta("og:type"), generator: meta("generator"), url }),
  };
}

/** "en_US" of Open Graph is "en-US"; anything but a code, such as a language's name, is left out. */
function languageCode(value: string): string {
  const code = value.replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code) ? code : "";
}

type Meta = (...names: string[]) => string;

function metaTags(document: HtmlDocument): Meta {
  const values = new Map<string, string>();
  findElement(document, (element) => {
    if (element.tagName !== "meta") return false;
    const name = (
      attribute(element, "property") ??
      attribute(element, "name") ??
      attribute(element, "itemprop")
    )
      ?.trim()
      .toLowerCase();
    const value = tidy(attribute(element, "content"));
    if (name && value && !values.has(name)) values.set(name, value);
    return false;
  });
  return (...names) => names.map((name) => values.get(name)).find((value) => value) ?? "";
}

const maxNames = 20;

function nameOf(value: unknown, things: StructuredThing[]): string {
  const names = (Array.isArray(value) ? value.slice(0, maxNames) : [value])
    .flat()
    .slice(0, maxNames)
    .map((one) => {
      if (typeof one === "string") return /^https?:/.test(one) ? "" : tidy(one);
      if (typeof one !== "object" || one === null) return "";
      const { name, "@id": id } = one as StructuredThing;
      return tidy(name) || (id ? tidy(things.find((thing) => thing["@id"] === id && thing.name)?.name) : "");
    });
  return [...new Set(names.filter((name) => name !== ""))].join(", ");
}

const maxBylineLength = 120;

function bylineOf(
  document: HtmlDocument,
  article: StructuredThing,
  things: StructuredThing[],
  meta: Meta,
): string {
  const stated =
    nameOf(article.author, things) || meta("author", "article:author", "dc.creator", "parsely-author", "byl");
  if (stated && !/^https?:/.test(stated)) return withoutBy(stated);
  const element = findElement(
    document,
    (candidate) =>
      (attribute(candidate, "rel") === "author" ||
        attribute(candidate, "itemprop") === "author" ||
        /(?:^|\s)(?:byline|author(?:-name)?|p-author|fn)(?:\s|$)/i.test(
          attribute(candidate, "class") ?? "",
        )) &&
      !isHidden(candidate) &&
      inRange(textOf(candidate).length),
  );
  return withoutBy(textOf(element));
}

const inRange = (length: number): boolean => length > 1 && length <= maxBylineLength;

const withoutBy = (byline: string): string => byline.replace(/^(?:by|von|par|por)\s+/i, "");

function timeOf(document: HtmlDocument, property: string): string {
  const found =
    findElement(document, (element) => attribute(element, "itemprop") === property) ??
    (property === "datePublished"
      ? findElement(
          document,
          (element) => element.tagName === "time" && attribute(element, "datetime") !== undefined,
        )
      : undefined);
  return found ? tidy(attribute(found, "datetime") ?? attribute(found, "content")) : "";
}

/** Years before that stand for an empty field: 0001, 1970. */
const minYear = 1971;

/** The first of the values that is a date in ISO 8601; others can't be read without knowing the country's order. */
function isoDate(...values: string[]): string {
  for (const value of values) {
    const [found] =
      /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?/.exec(value) ??
      [];
    if (found && Number(found.slice(0, 4)) >= minYear && !Number.isNaN(Date.parse(found.slice(0, 10))))
      return found.replace(" ", "T");
  }
  return "";
}

function canonicalUrl(document: HtmlDocument, stated: string, url: string): string {
  const link = findElement(
    document,
    (element) => element.tagName === "link" && attribute(element, "rel")?.toLowerCase() === "canonical",
  );
  for (const address of [link && attribute(link, "href"), stated]) {
    const absolute = address && URL.canParse(address, url) ? new URL(address, url).href : "";
    if (/^https?:/.test(absolute)) return absolute;
  }
  return url;
}
