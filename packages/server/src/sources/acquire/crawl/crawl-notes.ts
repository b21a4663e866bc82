import type { LeftOut } from "../left-out.ts";

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
  /** Pages that are not there: 404 or 410. */
  missing: number;
  /** Pages that could not be fetched for another reason. */
  failed: number;
  /** Pages that the site's robots.txt keeps to itself. */
  forbidden: number;
  /** Pages that ask not to be collected. */
  unwilling: number;
  /** Pages with the content of another, or that are at its address or on another site. */
  copies: number;
  /** Files: of the links, and what turned out to be one. */
  files: number;
  /** Pages that were known of when a limit was met. */
  left: number;
  /** Pages that a browser could not render, and that were read as they were sent. */
  unrendered: number;
};

/** What the message of the build says of a crawl: what was read, what was not, and why. */
export function crawlNotes(
  count: CrawlCount & { tooDeep: number },
  limits: CrawlLimits,
  rulesKnown: boolean,
): string[] {
  const { kept, bytes, left, unrendered } = count;
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
    [count.tooDeep, `more than ${limits.depth} links away`],
    [count.forbidden, "closed to programs by the site's robots.txt"],
    [count.unwilling, "marked noindex"],
    [count.missing, "not found"],
    [count.failed, "could not be fetched"],
    [count.copies, "the same as another, or moved to another site"],
  ] as const;
  const parts = unread.filter(([number]) => number > 0).map(([number, why]) => `${pages(number)} (${why})`);
  if (count.files > 0)
    parts.push(`${count.files === 1 ? "1 file" : `${count.files} files`} (add files by their own addresses)`);
  if (parts.length > 0) notes.push(`Not read: ${parts.join(", ")}.`);
  return notes;
}

/** What was not read, in numbers. */
export const crawlLeftOut = (count: CrawlCount & { tooDeep: number }): LeftOut => ({
  limit: count.left,
  tooDeep: count.tooDeep,
  robots: count.forbidden,
  noindex: count.unwilling,
  missing: count.missing,
  failed: count.failed,
  copies: count.copies,
  files: count.files,
});

const were = (number: number) => (number === 1 ? "was" : "were");

const pages = (number: number) => (number === 1 ? "1 page" : `${number} pages`);

function limitMet(kept: number, bytes: number, limits: CrawlLimits): string {
  if (kept >= limits.pages) return `the limit of ${pages(limits.pages)}`;
  if (bytes >= limits.bytes) return `the limit of ${Math.round(limits.bytes / 1024 / 1024)} MB`;
  return `the limit of ${Math.round(limits.timeMs / 60_000)} minutes`;
}
