import type { MethodInput } from "@headwater/client";

/** What to ingest from the web. */
export type WebAddress = {
  url: string;
  /** Whether to follow the page's links too. Only for web pages. Default false. */
  crawlUrls?: boolean | undefined;
  /** How to partition it. Default: the setting of the service. */
  method?: MethodInput | undefined;
};
