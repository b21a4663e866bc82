import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../testing/web-site.ts";

type Site = WebSite & { pages: Record<string, SitePage> };
/** One for each test: a site has one robots.txt. */
const unused: Site[] = [];
const started: Site[] = [];
let server: TestServer;
let dataFolder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  for (let number = 0; number < 14; number += 1) {
    const pages: Record<string, SitePage> = {};
    const site = { ...(await startWebSite(pages)), pages };
    started.push(site);
    unused.push(site);
  }
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-crawl-"));
  settings = {
    HEADWATER_DATA: dataFolder,
    HEADWATER_ALLOW_PRIVATE_ADDRESSES: started.map(({ place }) => place).join(","),
    HEADWATER_CRAWL_LIMITS: "pause=0,pages=5,depth=2",
  };
  server = await startServer(settings);
});
afterAll(async () => {
  await server.close();
  for (const site of started) await site.close();
  await rm(dataFolder, { recursive: true, force: true });
});

function siteOf(pages: Record<string, SitePage>): Site {
  const site = unused.shift();
  if (!site) throw new Error("More sites are needed");
  Object.assign(site.pages, pages);
  return site;
}

/** A page of a paragraph of its own and links. */
const page = (words: string, ...links: string[]) =>
  `<title>${words}</title><p>This page is about ${words}.</p>${links.map((link) => `<a href="${link}">to ${link}</a> `).join("")}`;

const start = async (url: string) =>
  (await server.call<{ build_id: string }>("POST", "/ingest-url", { url, crawlUrls: true })).body.build_id;
const crawl = async (url: string) => server.waitFor(await start(url));

type Item = { text: string; page_number: number; metadata: { url: string } };
const itemsOf = async (fileId: string) =>
  (await server.call<{ items: Item[] }>("GET", `/get-elements?file_id=${fileId}`)).body.items;
/** Paths of the pages in their order. */
const pathsOf = async (fileId: string) => [
  ...new Set(
    (await itemsOf(fileId)).map(
      ({ page_number, metadata }) => `${page_number} ${new URL(metadata.url).pathname}`,
    ),
  ),
];

it("one source has all pages, nearest first, each with its address and its place", async () => {
  const site = siteOf({
    "/": page("home", "/b", "/a#top", "https://elsewhere.example/", "/paper.docx", "/missing"),
    "/a": page("apples", "/", "/c?utm_source=a"),
    "/b": page("bees"),
    "/c": page("cherries"),
  });
  const build = await crawl(`${site.origin}/`);
  expect(build).toMatchObject({
    status: "Completed",
    total_pages: 4,
    message:
      "4 pages of the site were read. Not read: 1 page (not found), 1 file (add files by their own addresses).",
    left_out: { missing: 1, files: 1 },
  });
  expect(await pathsOf(build.file_id)).toEqual(["1 /", "2 /b", "3 /a", "4 /c"]);
  expect((await server.call<unknown[]>("GET", `/?file_ids=${build.file_id}`)).body).toHaveLength(1);
  const { body } = await server.call<{ chunks: { page_number: number }[] }>("POST", "/prebuilt-rag", {
    query: "cherries",
    file_ids: [build.file_id],
  });
  expect(body.chunks[0]?.page_number).toBe(4);
});

it("no page comes twice: by its spelling, where it redirects to, its canonical address or its content", async () => {
  const site = siteOf({
    "/": page("home", "/same?b=1&a=2", "/same?a=2&b=1", "/moved", "/print", "/copy"),
    "/same": page("sameness"),
    "/moved": { status: 302, headers: { location: "/same?a=2&b=1" } },
    "/print": `<link rel="canonical" href="/same?a=2&b=1">${page("sameness to print")}`,
    "/copy": page("sameness"),
  });
  const build = await crawl(`${site.origin}/`);
  expect(await pathsOf(build.file_id)).toEqual(["1 /", "2 /same"]);
});

it("limits of pages and depth end it, and the rest is counted", async () => {
  const many = siteOf({ "/": page("home", ...Array.from({ length: 9 }, (_, number) => `/p${number}`)) });
  for (let number = 0; number < 9; number += 1) many.pages[`/p${number}`] = page(`number ${number}`);
  expect(await crawl(`${many.origin}/`)).toMatchObject({
    total_pages: 5,
    message: "5 pages of the site were read. 5 pages more came after the limit of 5 pages was met.",
    left_out: { limit: 5 },
  });
  const deep = siteOf({
    "/": page("home", "/1"),
    "/1": page("one", "/2"),
    "/2": page("two", "/3"),
    "/3": page("three"),
  });
  expect(await crawl(`${deep.origin}/`)).toMatchObject({
    total_pages: 3,
    message: "3 pages of the site were read. Not read: 1 page (more than 2 links away).",
    left_out: { too_deep: 1 },
  });
  expect(deep.requests.map(({ path }) => path)).not.toContain("/3");
});

it("goes as far as it is asked to: fewer links, only a folder, or other hosts by their own rules", async () => {
  const other = siteOf({
    "/robots.txt": { body: "User-agent: *\nDisallow: /closed" },
    "/open": page("another host"),
    "/closed": page("closed rooms"),
  });
  const site = siteOf({
    "/docs/": page("home", "/docs/a", "/blog", `${other.origin}/open`, `${other.origin}/closed`),
    "/docs/a": page("apples", "/docs/b"),
    "/docs/b": page("bees"),
    "/blog": page("the blog"),
  });
  const asked = async (crawl: object) => {
    const body = { url: `${site.origin}/docs/`, crawlUrls: true, crawl };
    const { build_id } = (await server.call<{ build_id: string }>("POST", "/ingest-url", body)).body;
    return pathsOf((await server.waitFor(build_id)).file_id);
  };
  expect(await asked({ max_depth: 1 })).toEqual(["1 /docs/", "2 /docs/a", "3 /blog"]);
  expect(await asked({ max_pages: 2 })).toEqual(["1 /docs/", "2 /docs/a"]);
  expect(await asked({ scope: "below" })).toEqual(["1 /docs/", "2 /docs/a", "3 /docs/b"]);
  expect(await asked({ other_hosts: true })).toEqual([
    "1 /docs/",
    "2 /docs/a",
    "3 /blog",
    "4 /open",
    "5 /docs/b",
  ]);
  expect(other.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/open"]);
  for (const crawl of [{ max_pages: 1001 }, { max_pages: 0 }, { max_depth: 11 }, { scope: "all" }])
    expect(
      await server.call("POST", "/ingest-url", { url: site.origin, crawlUrls: true, crawl }),
    ).toMatchObject({
      status: 400,
    });
});

it("robots.txt and the wishes of pages are kept", async () => {
  const site = siteOf({
    "/robots.txt": { body: "User-agent: headwater\nDisallow: /private\n\nUser-agent: *\nDisallow: /\n" },
    "/": page("home", "/private/a", "/open", "/quiet", "/shy"),
    "/private/a": page("secrets"),
    "/open": page("openness"),
    "/quiet": `<meta name="robots" content="noindex">${page("quiet", "/behind")}`,
    "/shy": `<meta name="robots" content="nofollow">${page("shyness", "/never")}`,
    "/behind": page("what lies behind"),
    "/never": page("never"),
  });
  const build = await crawl(`${site.origin}/`);
  expect(await pathsOf(build.file_id)).toEqual(["1 /", "2 /open", "3 /shy", "4 /behind"]);
  expect(build.message).toContain(
    "Not read: 1 page (closed to programs by the site's robots.txt), 1 page (marked noindex).",
  );
  const asked = site.requests.map(({ path }) => path);
  expect(asked).not.toContain("/private/a");
  expect(asked).not.toContain("/never");
});

it("a robots.txt that can't be had means no", async () => {
  const site = siteOf({ "/robots.txt": { status: 500 }, "/": page("home", "/a"), "/a": page("apples") });
  expect(await crawl(`${site.origin}/`)).toMatchObject({
    status: "Completed",
    total_pages: 1,
    message: expect.stringContaining("robots.txt could not be fetched"),
  });
  expect(site.requests.map(({ path }) => path)).not.toContain("/a");
});

it("pages that only a sitemap names are found", async () => {
  const site = siteOf({ "/": page("home"), "/island": page("an island") });
  site.pages["/robots.txt"] = { body: `Sitemap: ${site.origin}/map-of-maps.xml` };
  site.pages["/map-of-maps.xml"] = {
    body: `<sitemapindex><sitemap><loc>${site.origin}/map.xml</loc></sitemap></sitemapindex>`,
  };
  site.pages["/map.xml"] = {
    body: `<urlset><url><loc>${site.origin}/island</loc></url><url><loc>https://elsewhere.example/</loc></url></urlset>`,
  };
  const build = await crawl(`${site.origin}/`);
  expect(await pathsOf(build.file_id)).toEqual(["1 /", "2 /island"]);
});

it("a first page that is not there fails the build", async () => {
  const site = siteOf({});
  expect(await crawl(`${site.origin}/nowhere`)).toMatchObject({
    status: "Processing failed",
    error: `${site.origin}/nowhere could not be fetched: nothing is there (404).`,
  });
});

it("a crawl reports how far it is, goes on where a stop interrupted it, and leaves nothing behind", async () => {
  let [isOpen, asked] = [false, 0];
  const site = siteOf({
    "/": page("home", "/a", "/b", "/slow", "/c"),
    "/a": page("apples"),
    "/b": page("bees"),
    "/c": page("cherries"),
    "/slow": (_request, response) => {
      asked += 1;
      if (isOpen) response.writeHead(200, { "content-type": "text/html" }).end(page("slowness"));
    },
  });
  const buildId = await start(`${site.origin}/`);
  const progress = async () => (await server.call("GET", `/builds/${buildId}`)).body.progress;
  await expect.poll(progress).toEqual({ done: 3, total: 5, unit: "pages" });
  expect(asked).toBe(1);

  await server.stop();
  isOpen = true;
  server = await startServer(settings);
  const build = await server.waitFor(buildId);
  expect(build).toMatchObject({ status: "Completed", total_pages: 5 });
  expect(await pathsOf(build.file_id)).toEqual(["1 /", "2 /a", "3 /b", "4 /slow", "5 /c"]);
  const times = (path: string) => site.requests.filter((request) => request.path === path).length;
  expect(["/", "/a", "/b", "/slow", "/c"].map(times)).toEqual([1, 1, 1, 2, 1]);
  await expect
    .poll(() => readdir(join(dataFolder, "downloads"), { recursive: true }))
    .not.toContainEqual(expect.stringContaining(buildId));
});

it("a source that is deleted while it is crawled takes what was fetched with it", async () => {
  const site = siteOf({
    "/": page("home", "/a", "/slow"),
    "/a": page("apples"),
    "/slow": () => {},
  });
  const buildId = await start(`${site.origin}/`);
  await expect.poll(() => site.requests.length).toBeGreaterThan(3);
  const { body } = await server.call("GET", `/builds/${buildId}`);
  expect((await server.call("DELETE", "/delete", { file_id: body.file_id })).status).toBe(200);
  const left = await readdir(join(dataFolder, "downloads"), { recursive: true });
  expect(left.filter((path) => path.includes(String(body.file_id)))).toEqual([]);
});
