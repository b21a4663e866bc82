import type { MethodInput } from "@headwater/client";

/** What to ingest from the web. */
export type WebAddress = {
  url: string;
  /** Whether to follow the page's links too. Only for web pages. Default false. */
  crawlUrls?: boolean | undefined;
  /** How far to follow them. Only with `crawlUrls`. */
  crawl?: Crawl | undefined;
  /**
   * Whether to read each page as a browser has it after its scripts have run. Only for web pages, and only with the
   * capability `ingest-url-rendered`. Default false.
   */
  render?: boolean | undefined;
  /** How to partition it. Default: the setting of the service. */
  method?: MethodInput | undefined;
  /** Words to collect the source under: at most 20 of at most 64 characters, without commas. Default: none. */
  tags?: string[] | undefined;
};

/** How far a crawl goes. What is left out is a setting of the service. */
export type Crawl = {
  /** Maximum number of pages, 1 to 1,000. */
  max_pages?: number;
  /** Maximum number of links from the first page to a page, 0 to 10. */
  max_depth?: number;
  /** All pages of the host, or only those below the folder of the first page. Default `site`. */
  scope?: "site" | "below";
  /** Whether to read pages of other hosts that a page links to. Default false. */
  other_hosts?: boolean;
};
