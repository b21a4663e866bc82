import type { LeftOut } from "@headwater/client";
import { counted } from "../sources/sizes.ts";

/** Why a page of a site or a file of a repository was not read, to follow its number. In the order that matters. */
const reasons: Record<string, string> = {
  limit: "beyond the limit of this reading",
  failed: "could not be fetched",
  missing: "not there any more",
  too_deep: "too many links away",
  robots: "closed to programs by robots.txt",
  noindex: "marked as not to be indexed",
  too_long: "too long",
  binary: "not text",
  vendored: "written by programs or for other projects",
  files: "files, not pages",
  copies: "the same as another page",
};

export type LeftOutWords = { total: string; reasons: string[] };

/** What a crawl or a repository did not read: "31 pages were left out", and how many for which reason. */
export function leftOutWords(leftOut: LeftOut, noun: "page" | "file"): LeftOutWords | undefined {
  const known = Object.keys(reasons).filter((reason) => leftOut[reason]);
  // A later service may have reasons that have no words here.
  const others = Object.keys(leftOut).filter((reason) => leftOut[reason] && !reasons[reason]);
  const total = [...known, ...others].reduce((sum, reason) => sum + (leftOut[reason] ?? 0), 0);
  if (total === 0) return undefined;
  return {
    total: `${counted(total, noun)} ${total === 1 ? "was" : "were"} left out`,
    reasons: [...known, ...others].map(
      (reason) =>
        `${leftOut[reason]?.toLocaleString("en")} ${reasons[reason] ?? reason.replaceAll("_", " ")}`,
    ),
  };
}
