import { expect, it } from "vitest";
import { acquireContext } from "../../../../testing/acquire-context.ts";
import { AcquireError, SourceUnavailableError } from "../acquire.ts";
import type { Resource } from "../fetch-resource.ts";
import { createAcquireCrawl } from "./crawl.ts";
import type { Visit } from "./visit.ts";

const origin = "https://pump.example";
const address = { url: `${origin}/`, crawl: {}, httpsOnly: false, render: false, languages: null };
const html = (body: string) => ({ contentType: "text/html", body });

/** Crawls pages that are given by path, a minute each. */
async function crawl(
  pages: Record<string, { contentType: string; body: string; url?: string } | Error>,
  wishes = {},
) {
  let minutes = 0;
  const visit = async (url: string): Promise<Resource> => {
    const { pathname } = new URL(url);
    if (pathname === "/robots.txt")
      return { url, bytes: Buffer.from(""), contentType: "text/plain", contentDisposition: "" };
    minutes += 1;
    const page = pages[pathname] ?? new AcquireError("nothing is there", { status: 404 });
    if (page instanceof Error) throw page;
    const bytes = Buffer.from(page.body);
    return { url: page.url ?? url, bytes, contentType: page.contentType, contentDisposition: "" };
  };
  const acquire = createAcquireCrawl({
    visitsOf: () => Object.assign(visit, { slowTo() {} }) satisfies Visit,
    limits: { pages: 100, depth: 5, bytes: 1_000_000, timeMs: 10 * 60_000 },
    clock: { now: () => new Date(minutes * 60_000) },
  });
  const context = acquireContext();
  const read: string[] = [];
  const types: string[] = [];
  for await (const { fileName, extension } of acquire({ ...address, crawl: wishes }, context)) {
    read.push(new URL(fileName).pathname);
    types.push(extension);
  }
  return { read, types, notes: context.notes.join(" "), progress: context.progress };
}

const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");

it("keeps what it has read when its time is over, and counts the rest", async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => `/${index}`);
  const { read, notes, progress } = await crawl({
    "/": html(links(...numbers)),
    ...Object.fromEntries(numbers.map((path) => [path, html(`<p>Page ${path}</p>`)])),
  });
  expect(read.length).toBeGreaterThanOrEqual(9);
  expect(read.length).toBeLessThan(13);
  expect(notes).toBe(
    `${read.length} pages of the site were read. ${31 - read.length} pages more came after the limit of 10 minutes was met.`,
  );
  expect(progress.at(-1)).toBe(`${read.length}/31`);
});

it("says why each page was not read", async () => {
  const { read, notes } = await crawl({
    "/": html(
      links("/a", "/copy", "/moved", "/gone", "/busy", "/closed", "/hidden", "/data", "/x.zip", "/x.docx"),
    ),
    "/a": html("<p>Apples</p>"),
    "/copy": html("<p>Apples</p>"),
    "/moved": { ...html("<p>Elsewhere</p>"), url: "https://elsewhere.example/" },
    "/gone": new AcquireError("it was removed", { status: 410 }),
    "/busy": new SourceUnavailableError("the site answered 503"),
    "/closed": new AcquireError("it asks for a sign-in", { status: 401 }),
    "/hidden": html('<meta name="robots" content="noindex"><p>Hidden</p>'),
    "/data": { contentType: "application/x-unknown", body: "data" },
  });
  expect(read).toEqual(["/", "/a"]);
  expect(notes).toBe(
    "2 pages of the site were read. Not read: 1 page (marked noindex), 1 page (not found), 2 pages (could not be fetched), " +
      "2 pages (the same as another, or moved to another site), 3 files (add files by their own addresses).",
  );
});

it("reads the PDFs that pages link to, each once and within its limits", async () => {
  const pdf = (name: string) => ({ contentType: "application/pdf", body: `%PDF-1.7 ${name}` });
  const site = {
    "/": html(links("/manual.pdf", "/copy.pdf", "/download", "/a")),
    "/manual.pdf": pdf("manual"),
    "/copy.pdf": pdf("manual"),
    "/download": pdf("prices"),
    "/a": html("<p>Apples</p>"),
  };
  const { read, types, notes } = await crawl(site);
  expect(read).toEqual(["/", "/manual.pdf", "/download", "/a"]);
  expect(types).toEqual(["html", "pdf", "pdf", "html"]);
  expect(notes).toContain("1 page (the same as another");
  expect((await crawl(site, { pages: 2 })).read).toEqual(["/", "/manual.pdf"]);
});
