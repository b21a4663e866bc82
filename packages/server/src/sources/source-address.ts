import type { FileId } from "../kernel/ids.ts";
import type { FileSource } from "./source.ts";

/** Where a source is fetched from, and how. */
export type SourceAddress = {
  url: string;
  /** Also the pages that it links to, as far as this; null for the address alone. */
  crawl: CrawlWishes | null;
  /** Plain http is refused, redirects included. */
  httpsOnly: boolean;
  /** Web pages are rendered in a browser first. */
  render: boolean;
  /** Languages of captions, best first, as in `en` or `pt-br`; null for those of the settings. */
  languages: string[] | null;
};

/** How far a crawl is to go; what is left out is as the settings have it. */
export type CrawlWishes = {
  pages?: number;
  depth?: number;
  /** Only pages below the folder of the first one. */
  below?: boolean;
  otherHosts?: boolean;
};

/** The sources that are fetched by each build. */
export type WebSource = Exclude<FileSource, "local file">;

/**
 * The stored bytes of a source that is fetched: a note of its address, so that backups, recovery and deletion treat it as
 * they treat files. The file_id makes it one of a kind: two sources with one address never share their bytes.
 */
export const toAddressNote = (
  fileId: FileId,
  { url, crawl, httpsOnly, render, languages }: SourceAddress,
): Uint8Array => {
  const note = { file_id: fileId, url, crawl, https_only: httpsOnly, render, languages };
  return Buffer.from(`${JSON.stringify(note, null, 1)}\n`);
};

/** Throws an Error for other bytes. */
export function parseAddressNote(bytes: Uint8Array): SourceAddress {
  const note = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<string, unknown>;
  if (typeof note?.url !== "string") throw new Error("The stored bytes are not a note of an address");
  return {
    url: note.url,
    crawl: (note.crawl ?? null) as CrawlWishes | null,
    httpsOnly: note.https_only === true,
    // Notes of earlier versions have neither.
    render: note.render === true,
    languages: Array.isArray(note.languages) ? note.languages.map(String) : null,
  };
}
