export type CrawlLimits = {
  pages: number;
  /** Links away from the first page. */
  depth: number;
  bytes: number;
  /** For the whole crawl, in ms. */
  timeMs: number;
};

export type CrawlCount = {
  kept: number;
  bytes: number;
  /** Pages that could not be fetched. */
  failed: number;
  /** Pages that the site's robots.txt keeps to itself. */
  forbidden: number;
  /** Pages that were known of when a limit was met. */
  left: number;
  /** Pages that a browser could not render, and that were read as they were sent. */
  unrendered: number;
};

/** What the message of the build says of a crawl: what was read, what was not, and why. */
export function crawlNotes(
  { kept, bytes, failed, forbidden, left, tooDeep, unrendered }: CrawlCount & { tooDeep: number },
  limits: CrawlLimits,
  rulesKnown: boolean,
): string[] {
  const notes = [`${pages(kept)} of the site ${were(kept)} read.`];
  if (unrendered > 0)
    notes.push(
      `${pages(unrendered)} could not be rendered, and ${were(unrendered)} read as the site sent them.`,
    );
  if (!rulesKnown)
    return [
      ...notes,
      "No others were, because the site's robots.txt could not be fetched, and it may forbid it.",
    ];
  if (left > 0) notes.push(`${pages(left)} more came after ${limitMet(kept, bytes, limits)} was met.`);
  const unread = [
    [tooDeep, `more than ${limits.depth} links away`],
    [forbidden, "closed to programs by the site's robots.txt"],
    [failed, "could not be fetched"],
  ] as const;
  const parts = unread.filter(([number]) => number > 0).map(([number, why]) => `${pages(number)} (${why})`);
  if (parts.length > 0) notes.push(`Not read: ${parts.join(", ")}.`);
  return notes;
}

const were = (number: number) => (number === 1 ? "was" : "were");

const pages = (number: number) => (number === 1 ? "1 page" : `${number} pages`);

function limitMet(kept: number, bytes: number, limits: CrawlLimits): string {
  if (kept >= limits.pages) return `the limit of ${pages(limits.pages)}`;
  if (bytes >= limits.bytes) return `the limit of ${Math.round(limits.bytes / 1024 / 1024)} MB`;
  return `the limit of ${Math.round(limits.timeMs / 60_000)} minutes`;
}
