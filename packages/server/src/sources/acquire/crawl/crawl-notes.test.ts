import { expect, it } from "vitest";
import { crawlLeftOut, crawlNotes } from "./crawl-notes.ts";

const limits = { pages: 10, depth: 3, bytes: 5 * 1024 * 1024, timeMs: 120_000 };
const none = {
  ...{ kept: 2, bytes: 10, missing: 0, failed: 0, forbidden: 0, unwilling: 0 },
  ...{ copies: 0, files: 0, left: 0, unrendered: 0, tooDeep: 0 },
};
const notesOf = (count: Partial<typeof none>, known = true) =>
  crawlNotes({ ...none, ...count }, limits, known);

it("says one page and many, and what could not be rendered", () => {
  expect(notesOf({ kept: 1, unrendered: 1 })).toEqual([
    "1 page of the site was read.",
    "1 page could not be rendered, and was read as the site sent them.",
  ]);
  expect(notesOf({ unrendered: 2 })).toEqual([
    "2 pages of the site were read.",
    "2 pages could not be rendered, and were read as the site sent them.",
  ]);
});

it("says nothing but the reason where the rules are not known", () => {
  expect(notesOf({ left: 3, failed: 1 }, false)).toEqual([
    "2 pages of the site were read.",
    "No others were, because the site's robots.txt could not be fetched, and it may forbid it.",
  ]);
});

it.each([
  [{ kept: 10 }, "10 pages"],
  [{ bytes: 5 * 1024 * 1024 }, "5 MB"],
  [{}, "2 minutes"],
])("names the limit that was met: %o", (count, limit) => {
  expect(notesOf({ ...count, left: 1 })[1]).toBe(`1 page more came after the limit of ${limit} was met.`);
});

it("counts each reason, and those alone that occurred", () => {
  expect(
    notesOf({ tooDeep: 1, forbidden: 2, unwilling: 3, missing: 4, failed: 5, copies: 6, files: 1 })[1],
  ).toBe(
    "Not read: 1 page (more than 3 links away), 2 pages (closed to programs by the site's robots.txt), " +
      "3 pages (marked noindex), 4 pages (not found), 5 pages (could not be fetched), " +
      "6 pages (the same as another, or moved to another site), 1 file (add files by their own addresses).",
  );
  expect(notesOf({ files: 2 })[1]).toBe("Not read: 2 files (add files by their own addresses).");
  const counts = {
    left: 1,
    tooDeep: 2,
    forbidden: 3,
    unwilling: 4,
    missing: 5,
    failed: 6,
    copies: 7,
    files: 8,
  };
  expect(crawlLeftOut({ ...none, ...counts })).toEqual({
    ...{ limit: 1, tooDeep: 2, robots: 3, noindex: 4, missing: 5, failed: 6, copies: 7, files: 8 },
  });
});
