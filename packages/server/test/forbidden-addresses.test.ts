import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../testing/web-site.ts";

/** Each way in, on a site that leads to a trap on loopback by everything that it can name. */
let server: TestServer;
let trap: WebSite;
let web: WebSite;
const pages: Record<string, SitePage> = {};

beforeAll(async () => {
  trap = await startWebSite({ "/": "secret" });
  web = await startWebSite(pages);
  server = await startServer({
    HEADWATER_ALLOW_PRIVATE_ADDRESSES: web.place,
    HEADWATER_GITHUB_ARCHIVES: web.origin,
    HEADWATER_YOUTUBE: web.origin,
    HEADWATER_CRAWL_LIMITS: "pause=0",
  });
});
afterAll(async () => {
  await server.close();
  await web.close();
  await trap.close();
});

const toTrap = (status = 302): SitePage => ({ status, headers: { location: `${trap.origin}/` } });
const build = async (path: string, body: object) =>
  server.waitFor((await server.call<{ build_id: string }>("POST", path, body)).body.build_id);

it("a page that redirects, by each status", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    pages["/page"] = toTrap(status);
    const ended = await build("/ingest-url", { url: `${web.origin}/page` });
    expect(ended).toMatchObject({
      status: "Processing failed",
      error: expect.stringContaining("not a public address"),
    });
  }
  expect(trap.connections()).toBe(0);
});

it("a crawl, by its links, redirects, robots.txt, sitemaps, base and canonical address", async () => {
  const local = `127.0.0.1:${trap.port}`;
  pages["/"] = `<base href="${web.origin}/"><link rel="canonical" href="${trap.origin}/"><p>Home</p>
    <a href="${trap.origin}/">1</a> <a href="//${local}/">2</a> <a href="http://2130706433:${trap.port}/">3</a>
    <a href="/away">4</a> <a href="http://user@${local}/">5</a> <a href="/based">6</a>`;
  pages["/away"] = toTrap();
  pages["/based"] = `<base href="${trap.origin}/"><p>Based</p><a href="next">next</a>`;
  pages["/robots.txt"] = {
    body: `User-agent: *\nAllow: /\nSitemap: ${trap.origin}/sitemap.xml\nSitemap: /map.xml\n`,
  };
  pages["/map.xml"] = toTrap();
  expect(await build("/ingest-url", { url: `${web.origin}/`, crawlUrls: true })).toMatchObject({
    status: "Completed",
    total_pages: 2,
  });
  pages["/robots.txt"] = toTrap();
  expect(await build("/ingest-url", { url: `${web.origin}/`, crawlUrls: true })).toMatchObject({
    status: "Completed",
    total_pages: 1,
    message: expect.stringContaining("robots.txt could not be fetched"),
  });
  expect(trap.connections()).toBe(0);
});

it("a repository whose archive lies elsewhere", async () => {
  pages["/example/pump/tar.gz/HEAD"] = toTrap();
  expect(await build("/ingest-github", { url: "https://github.com/example/pump" })).toMatchObject({
    status: "Processing failed",
  });
  expect(trap.connections()).toBe(0);
});

it("a video whose captions lie elsewhere", async () => {
  const captionTracks = [{ baseUrl: `${trap.origin}/api/timedtext?v=1`, languageCode: "en" }];
  const player = {
    playabilityStatus: { status: "OK" },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
  };
  pages["/watch"] = `<script>var ytInitialPlayerResponse = ${JSON.stringify(player)};</script>`;
  expect(await build("/ingest-youtube", { url: "https://youtu.be/pump_auto__" })).toMatchObject({
    status: "Processing failed",
    error: expect.stringContaining("not a public address"),
  });
  expect(trap.connections()).toBe(0);
});

it("what a document says is never fetched", async () => {
  const html = `<p>Text</p><img src="${trap.origin}/a.png"><link rel="stylesheet" href="${trap.origin}/a.css"><iframe src="${trap.origin}/"></iframe>`;
  pages["/plain"] = html;
  expect(await build("/ingest-url", { url: `${web.origin}/plain` })).toMatchObject({ status: "Completed" });
  expect(await server.ingestAndWait("plain.html", html)).toMatchObject({ status: "Completed" });
  expect(trap.connections()).toBe(0);
});
