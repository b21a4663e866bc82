/** Addresses that a sitemap names, and those of further sitemaps. */
export type Sitemap = { pages: string[]; sitemaps: string[] };

/** The bound of the format itself (sitemaps.org). */
const maxEntries = 50_000;

/** Reads a sitemap, an index of sitemaps, or a plain list of addresses. What can't be understood is passed over. */
export function readSitemap(text: string): Sitemap {
  const sitemap: Sitemap = { pages: [], sitemaps: [] };
  if (!text.includes("<")) {
    sitemap.pages = text.split(/\s+/).filter(isAddress).slice(0, maxEntries);
    return sitemap;
  }
  const list = /<(?:\w+:)?sitemapindex[\s>]/.test(text.slice(0, 10_000)) ? sitemap.sitemaps : sitemap.pages;
  for (const [, location = ""] of text.matchAll(/<(?:\w{1,20}:)?loc>([^<]*)</g)) {
    const address = unescapeXml(location.trim());
    if (isAddress(address)) list.push(address);
    if (list.length >= maxEntries) break;
  }
  return sitemap;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const unescapeXml = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
