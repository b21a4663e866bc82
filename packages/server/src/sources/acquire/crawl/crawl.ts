import { createHash } from "node:crypto";
import type { Clock } from "../../../kernel/clock.ts";
import {
  type AcquireContext,
  type AcquiredDocument,
  AcquireError,
  SourceUnavailableError,
} from "../acquire.ts";
import { type AcquireAddress, acceptedPages, toDocument } from "../acquire-page.ts";
import type { Resource } from "../fetch-resource.ts";
import { type CrawlCount, type CrawlLimits, crawlLeftOut, crawlNotes } from "./crawl-notes.ts";
import { createFrontier, type Frontier } from "./frontier.ts";
import { addressKey, belongsTo, siteOf } from "./page-address.ts";
import { type PageLinks, readLinks } from "./page-links.ts";
import { createHostRules, readSiteRules } from "./site-rules.ts";
import type { Visit } from "./visit.ts";

/** A page is read whole; anything longer is not treated as a page. */
const maxPageBytes = 20 * 1024 * 1024;

/**
 * A page and those that it leads to on the same site, nearest first, each once. The site's robots.txt and the wishes of
 * its pages are kept. What is beyond the limits, or can't be had, is counted in the build's message; the first page must
 * be had.
 */
export const createAcquireCrawl = (deps: {
  visitsOf: (context: AcquireContext) => Visit;
  limits: CrawlLimits;
  clock: Clock;
}): AcquireAddress =>
  async function* ({ url, httpsOnly, crawl, render: rendered }, context) {
    const { clock } = deps;
    const limits = {
      ...deps.limits,
      pages: crawl?.pages ?? deps.limits.pages,
      depth: crawl?.depth ?? deps.limits.depth,
    };
    const visit = deps.visitsOf(context);
    const endsAt = clock.now().getTime() + limits.timeMs;
    const count = nothingCounted();
    const onFailure = () => {
      count.unrendered += 1;
    };
    const render = rendered ? { onFailure } : null;
    const first = await visit(url, { accept: acceptedPages, httpsOnly, render });
    const page = toDocument(first);
    // The address of a file means that file; what it links to is not read.
    if (page.extension !== "html") return yield page;

    const frontier = createFrontier(belongsTo(first.url, crawl ?? {}), limits.depth);
    const choose = createChoice(frontier);
    const report = () => {
      const total = Math.min(limits.pages, count.kept + frontier.waiting());
      context.onProgress({ done: count.kept, total, unit: "pages" });
    };
    const keep = (document: AcquiredDocument): AcquiredDocument => {
      count.kept += 1;
      count.bytes += document.bytes.byteLength;
      report();
      return { ...document, oneOfMany: true };
    };

    frontier.meet(url);
    const choice = choose(first, { url, depth: 0 });
    const rules = await readSiteRules(visit, first.url, { withSitemaps: true });
    const mayRead = createHostRules(visit, first.url, rules);
    frontier.add(rules.sitemapPages, 1);
    // A page named in the request is read even if it asks not to be indexed.
    yield keep(typeof choice === "string" ? page : choice);

    for (let next = frontier.next(); next; next = frontier.next()) {
      const isFull = count.kept >= limits.pages || count.bytes >= limits.bytes;
      if (isFull || clock.now().getTime() > endsAt) {
        count.left = frontier.waiting() + 1;
        break;
      }
      if (!(await mayRead(next.url))) {
        count.forbidden += 1;
        continue;
      }
      const options = { accept: acceptedPages, maxBytes: maxPageBytes, httpsOnly, render };
      const found = await visit(next.url, options).catch(reasonUnread);
      const document = typeof found === "string" ? found : choose(found, next);
      if (typeof document === "string") count[document] += 1;
      // It may have led to a page that is closed.
      else if (typeof found !== "string" && !(await mayRead(found.url))) count.forbidden += 1;
      else {
        yield keep(document);
        continue;
      }
      report();
    }
    const whole = { ...count, tooDeep: frontier.tooDeep(), files: count.files + frontier.files() };
    for (const note of crawlNotes(whole, limits, rules.known || count.kept > 1)) context.note(note);
    context.leaveOut(crawlLeftOut(whole));
  };

/** Why a page is not read. */
type Unread = "missing" | "failed" | "unwilling" | "copies" | "files";

const nothingCounted = (): CrawlCount => ({
  kept: 0,
  bytes: 0,
  missing: 0,
  failed: 0,
  forbidden: 0,
  unwilling: 0,
  copies: 0,
  files: 0,
  left: 0,
  unrendered: 0,
});

/** What can't be had is counted; other failures are not the site's, and are thrown. */
function reasonUnread(error: unknown): Unread {
  if (error instanceof AcquireError)
    return error.status === 404 || error.status === 410 ? "missing" : "failed";
  if (error instanceof SourceUnavailableError) return "failed";
  throw error;
}

/** Decides what is to be kept: web pages and PDFs of the site, of which none of the same content was kept before. */
function createChoice(frontier: Frontier) {
  const contents = new Set<string>();
  return (found: Resource, asked: { url: string; depth: number }): AcquiredDocument | Unread => {
    const document = pageOrPdf(found);
    if (!document) return "files";
    // It answered from another address, or says that it is at one: when that is known, so is the page.
    const moved = addressKey(found.url) !== addressKey(asked.url);
    if (moved && !frontier.meet(found.url)) return "copies";
    const { links, canonical, mayKeep } = linksOf(document, found.url);
    frontier.add(links, asked.depth + 1);
    const elsewhere = canonical !== null && siteOf(canonical) === siteOf(found.url) ? canonical : found.url;
    if (addressKey(elsewhere) !== addressKey(found.url) && addressKey(elsewhere) !== addressKey(asked.url)) {
      if (!frontier.meet(elsewhere)) return "copies";
    }
    const hash = createHash("sha256").update(document.bytes).digest("hex");
    if (!mayKeep) return "unwilling";
    if (contents.has(hash)) return "copies";
    contents.add(hash);
    return document;
  };
}

/** A PDF's links are not followed: they seldom are the site's own. */
const linksOf = ({ extension, bytes }: AcquiredDocument, url: string): PageLinks =>
  extension === "html"
    ? readLinks(new TextDecoder().decode(bytes), url)
    : { links: [], canonical: null, mayKeep: true };

/** Other files among the pages are passed over, and so is what can't be read. */
function pageOrPdf(found: Resource): AcquiredDocument | null {
  try {
    const document = toDocument(found);
    return ["html", "pdf"].includes(document.extension) ? document : null;
  } catch (error) {
    if (error instanceof AcquireError) return null;
    throw error;
  }
}
