import type { MethodInput } from "@headwater/client";

/** What to ingest from the web. */
export type WebAddress = {
  url: string;
  /** Whether to follow the page's links too; web pages only. Default false. */
  crawlUrls?: boolean | undefined;
  /** How to partition it. Default: what the service is set to. */
  method?: MethodInput | undefined;
};
