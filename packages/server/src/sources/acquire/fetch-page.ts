import { type PageBrowser, RenderError } from "../../ports/page-browser.ts";
import type { WebFetcher, WebRequest } from "../../ports/web-fetcher.ts";
import { AcquireError } from "./acquire.ts";
import { documentType } from "./document-type.ts";
import { fetchResource, type Resource } from "./fetch-resource.ts";

export type PageRequest = WebRequest & {
  /** The page as its scripts leave it, in a browser; null takes it as the site sends it. */
  render: { onFailure: (why: string) => void } | null;
};

/** Fetches what is at an address. Throws as `fetchResource` does. */
export type FetchPage = (request: PageRequest) => Promise<Resource>;

/**
 * A page is fetched first, also where it is rendered: so files, redirects and errors are the same. A page that can't be
 * rendered is taken as it was sent, and `onFailure` reports it.
 */
export const createFetchPage =
  ({ fetcher, browser }: { fetcher: WebFetcher; browser: PageBrowser | null }): FetchPage =>
  async ({ render, ...request }) => {
    const sent = await fetchResource(fetcher, request);
    if (!render || !isWebPage(sent)) return sent;
    if (!browser) {
      render.onFailure("HEADWATER_PROGRAMS names no chromium any more");
      return sent;
    }
    try {
      const { url, html } = await browser.render(sent.url, request.signal);
      // The mark goes before what the page says of its own charset.
      const bytes = Buffer.from(`\uFEFF${html}`);
      return { url, bytes, contentType: "text/html; charset=utf-8", contentDisposition: "" };
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      render.onFailure(error.message);
      return sent;
    }
  };

function isWebPage(resource: Resource): boolean {
  try {
    return documentType(resource) === "html";
  } catch (error) {
    if (error instanceof AcquireError) return false; // reported when it is read
    throw error;
  }
}
