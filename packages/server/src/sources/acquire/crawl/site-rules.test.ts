import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { AcquireError, SourceUnavailableError } from "../acquire.ts";
import { createHostRules, readSiteRules } from "./site-rules.ts";
import type { Visit, VisitOptions } from "./visit.ts";

const at = "https://www.a.example";

/** A site of given files; what it has not answers 404. */
function siteOf(files: Record<string, string | Uint8Array | Error>) {
  const asked: string[] = [];
  const options: VisitOptions[] = [];
  const slowed: [string, number][] = [];
  const visit = async (url: string, given: VisitOptions) => {
    asked.push(url);
    options.push(given);
    const file = files[url] ?? new AcquireError("nothing is there", { status: 404 });
    if (file instanceof Error) throw file;
    return { url, bytes: Buffer.from(file), contentType: "", contentDisposition: "" };
  };
  return {
    ...{ asked, options, slowed },
    visit: Object.assign(visit, { slowTo: (...slow: [string, number]) => slowed.push(slow) }) as Visit,
  };
}
const rulesOf = (files: Record<string, string | Uint8Array | Error>, withSitemaps = true) => {
  const site = siteOf(files);
  return readSiteRules(site.visit, `${at}/docs/a`, { withSitemaps }).then((rules) => ({ ...site, rules }));
};
const list = (...pages: string[]) => pages.join("\n");

it("without robots.txt everything may be read, and the usual sitemap is looked at", async () => {
  const { rules, asked, slowed, options } = await rulesOf({
    [`${at}/sitemap.xml`]: list(`${at}/b`, `${at}/b`),
  });
  expect(rules).toMatchObject({ known: true, sitemapPages: [`${at}/b`] });
  expect(rules.allows("/any")).toBe(true);
  expect(asked).toEqual([`${at}/robots.txt`, `${at}/sitemap.xml`]);
  expect(options.map(({ maxBytes }) => maxBytes)).toEqual([512 * 1024, 50 * 1024 * 1024]);
  expect(slowed).toEqual([]);
});

it.each([
  new AcquireError("the connection was refused"),
  new SourceUnavailableError("the site answered 503"),
])("a robots.txt that can't be had forbids everything (%s)", async (error) => {
  const { rules, asked } = await rulesOf({ [`${at}/robots.txt`]: error, [`${at}/sitemap.xml`]: list(at) });
  expect(rules).toMatchObject({ known: false, sitemapPages: [] });
  expect(rules.allows("/any")).toBe(false);
  expect(asked).toHaveLength(1);
});

it("other faults are thrown", async () => {
  const other = new Error("a fault of ours");
  await expect(rulesOf({ [`${at}/robots.txt`]: other })).rejects.toBe(other);
});

it("the rules for us and the pause are kept, and sitemaps only where they are asked for", async () => {
  const robots = "User-agent: headwater\nDisallow: /x\nCrawl-delay: 2\nUser-agent: *\nDisallow: /";
  const { rules, slowed, asked } = await rulesOf({ [`${at}/robots.txt`]: robots }, false);
  expect([rules.allows("/x"), rules.allows("/y")]).toEqual([false, true]);
  expect(slowed).toEqual([["www.a.example", 2_000]]);
  expect(asked).toHaveLength(1);
});

it("sitemaps lead to others of the same site, packed or not, each read once", async () => {
  const index = `<sitemapindex><loc>${at}/1.xml.gz</loc><loc>${at}/broken.gz</loc><loc>https://b.example/2.xml</loc><loc>${at}/index.xml</loc></sitemapindex>`;
  const { rules, asked } = await rulesOf({
    [`${at}/robots.txt`]: `Sitemap: /index.xml\nSitemap: https://a.example/gone.xml\nSitemap: https://[`,
    [`${at}/index.xml`]: index,
    [`${at}/1.xml.gz`]: gzipSync(list(`${at}/packed`)),
    [`${at}/broken.gz`]: Buffer.from([0x1f, 0x8b, 0]),
  });
  expect(rules.sitemapPages).toEqual([`${at}/packed`]);
  expect(asked.slice(1)).toEqual([
    `${at}/index.xml`,
    "https://a.example/gone.xml",
    `${at}/1.xml.gz`,
    `${at}/broken.gz`,
  ]);
});

it("no more than 20 sitemaps are read", async () => {
  const named = Array.from({ length: 30 }, (_, number) => `Sitemap: ${at}/${number}.xml`);
  const { asked } = await rulesOf({ [`${at}/robots.txt`]: named.join("\n") });
  expect(asked).toHaveLength(1 + 20);
});

it("each host of a crawl is asked for its rules once, the first site not at all, with the query", async () => {
  const site = siteOf({ "https://b.example/robots.txt": "User-agent: *\nDisallow: /*?secret" });
  const known = { allows: (path: string) => path !== "/closed", sitemapPages: [], known: true };
  const mayRead = createHostRules(site.visit, at, known);
  const answers: boolean[] = [];
  for (const url of [
    `${at}/closed`,
    "http://a.example/open",
    "https://b.example/?secret",
    "https://b.example/",
  ])
    answers.push(await mayRead(url));
  expect(answers).toEqual([false, true, false, true]);
  expect(site.asked).toEqual(["https://b.example/robots.txt"]);
});
