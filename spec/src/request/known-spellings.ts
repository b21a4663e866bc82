/**
 * Other spellings that are understood, and the contract's name of the field. The table is closed: ids, names and tokens
 * never have a second spelling, because a check could then read another value than the one that is used.
 */
export const knownSpellings = {
  elements_to_remove: "elementsToRemove",
  crawl_urls: "crawlUrls",
} as const;

export type KnownSpelling = keyof typeof knownSpellings;

/** The answer's header that says which spellings were understood. It contains only our own words, never text of the request. */
export const noticeHeader = "x-headwater-notice";

const spellingOf: Readonly<Record<string, KnownSpelling>> = Object.fromEntries(
  Object.entries(knownSpellings).map(([spelling, field]) => [field, spelling as KnownSpelling]),
);

/** The name a field was sent under: the contract's own before any other spelling. Undefined when it was not sent. */
export function sentName(field: string, isSent: (name: string) => boolean): string | undefined {
  if (isSent(field)) return field;
  const spelling = Object.hasOwn(spellingOf, field) ? spellingOf[field] : undefined;
  return spelling !== undefined && isSent(spelling) ? spelling : undefined;
}

/** @example spellingNotice("crawlUrls", "crawl_urls") // "crawl_urls is read as crawlUrls" */
export const spellingNotice = (field: string, sent: string): string => `${sent} is read as ${field}`;

/** Joins several notices into one value of the header. */
export const noticeValue = (notices: Iterable<string>): string => [...new Set(notices)].join("; ");
