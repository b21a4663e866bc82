import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AcquireError, SourceUnavailableError } from "../acquire.ts";
import { ifHad } from "../fetch-resource.ts";
import { siteOf } from "./page-address.ts";
import { everythingAllowed, maxRobotsBytes, nothingAllowed, parseRobots, type Robots } from "./robots.ts";
import { readSitemap } from "./sitemap.ts";
import type { Visit } from "./visit.ts";

/** What a site says of itself to crawlers. */
export type SiteRules = {
  allows: Robots["allows"];
  /** Pages that its sitemaps name. */
  sitemapPages: string[];
  /** False when its robots.txt could not be had: then nothing is allowed. */
  known: boolean;
};

/** Our name in a robots.txt. */
const product = "headwater";
const maxSitemaps = 20;
const maxSitemapBytes = 50 * 1024 * 1024;

/** Reads robots.txt of the host that an address belongs to and, for the site of a crawl, its sitemaps. */
export async function readSiteRules(
  visit: Visit,
  address: string,
  { withSitemaps }: { withSitemaps: boolean },
): Promise<SiteRules> {
  const robots = await readRobots(visit, address);
  if (robots === null) return { allows: nothingAllowed.allows, sitemapPages: [], known: false };
  if (robots.crawlDelay !== null) visit.slowTo(new URL(address).host, robots.crawlDelay * 1000);
  const sitemapPages = withSitemaps ? await readSitemaps(visit, address, robots.sitemaps) : [];
  return { allows: robots.allows, sitemapPages, known: true };
}

/** Whether a page may be read, by the robots.txt of its host: each host of a crawl is asked for it once. */
export function createHostRules(
  visit: Visit,
  site: string,
  rules: SiteRules,
): (address: string) => Promise<boolean> {
  const hosts = new Map([[siteOf(site), rules]]);
  return async (address) => {
    const host = siteOf(address);
    const known = hosts.get(host) ?? (await readSiteRules(visit, address, { withSitemaps: false }));
    hosts.set(host, known);
    const { pathname, search } = new URL(address);
    return known.allows(pathname + search);
  };
}

/** RFC 9309: none there means that all is allowed; one that can't be had means that nothing is. Null for the latter. */
async function readRobots(visit: Visit, address: string): Promise<Robots | null> {
  try {
    const { bytes } = await visit(new URL("/robots.txt", address).href, { maxBytes: maxRobotsBytes });
    return parseRobots(Buffer.from(bytes).toString("utf8"), product);
  } catch (error) {
    if (error instanceof AcquireError) return error.status === null ? null : everythingAllowed;
    if (error instanceof SourceUnavailableError) return null;
    throw error;
  }
}

/** Without any in robots.txt, the usual place is looked at. */
async function readSitemaps(visit: Visit, address: string, named: string[]): Promise<string[]> {
  const waiting = named.length > 0 ? [...named] : [new URL("/sitemap.xml", address).href];
  const [read, pages] = [new Set<string>(), new Set<string>()];
  for (let next = waiting.shift(); next !== undefined && read.size < maxSitemaps; next = waiting.shift()) {
    const url = URL.parse(next, address)?.href;
    if (url === undefined || siteOf(url) !== siteOf(address) || read.has(url)) continue;
    read.add(url);
    const found = await ifHad(() => visit(url, { maxBytes: maxSitemapBytes }));
    const sitemap = found ? readSitemap(await textOf(found.bytes)) : null;
    for (const page of sitemap?.pages ?? []) pages.add(page);
    waiting.push(...(sitemap?.sitemaps ?? []));
  }
  return [...pages];
}

/** Sitemaps may be gzip files. One that can't be unpacked names nothing. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return Buffer.from(bytes).toString("utf8");
  try {
    return (await promisify(gunzip)(bytes, { maxOutputLength: maxSitemapBytes })).toString("utf8");
  } catch {
    return "";
  }
}
