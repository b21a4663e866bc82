/** Parameters that say where a visitor came from, and nothing of the page. */
const tracking = /^(utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|mc_cid|mc_eid|yclid|igshid|_ga|_gl)$/i;

/** Files that are not read as part of a site; PDFs are. Only a link to one is passed over; what comes back is judged by its own type. */
const files =
  /\.(avi|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|flac|gif|gz|heic|ico|iso|jar|jpe?g|js|json|m4a|mkv|mov|mp3|mp4|mpe?g|msi|odt|ogg|otf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|zip|7z)$/i;

/**
 * One text for all spellings of a page's address: http or https, with or without `www.`, parameters in any order, and
 * without those that only track.
 */
export function addressKey(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return `${siteOf(address)}${url.pathname}${url.searchParams.size > 0 ? `?${url.searchParams}` : ""}`;
}

/** The host with its port; `www.` makes no other site. */
export const siteOf = (address: string): string => new URL(address).host.replace(/^www\./, "");

/** Decides which pages belong to a crawl: those of the first page's site, of its folder only, or of any host. */
export function belongsTo(
  first: string,
  { below = false, otherHosts = false }: { below?: boolean; otherHosts?: boolean },
): (url: string) => boolean {
  const site = siteOf(first);
  const folder = below ? new URL(".", first).pathname : "/";
  return (url) => (siteOf(url) === site ? new URL(url).pathname.startsWith(folder) : otherHosts && !below);
}

export const isFileAddress = (address: string): boolean => files.test(new URL(address).pathname);
