/** Why a page of a site, or a file of a repository, was not read. The messages of the build say it in words. */
export type LeftOutReason =
  | "limit"
  | "tooDeep"
  | "robots"
  | "noindex"
  | "missing"
  | "failed"
  | "copies"
  | "files"
  | "vendored"
  | "binary"
  | "tooLong";

/** What was not read, counted by reason. Reasons that did not occur are absent. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** The counts above zero; null when there are none. */
export function leftOutOf(counts: LeftOut): LeftOut | null {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.length === 0 ? null : Object.fromEntries(found);
}
