import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../testing/web-site.ts";

const pages: Record<string, SitePage> = {};
let site: WebSite;
let trap: WebSite;
beforeAll(async () => {
  site = await startWebSite(pages);
  trap = await startWebSite({ "/": "<p>secret</p>" });
  const article = (heading: string, text: string, links = "") =>
    `<html><head><title>Shop</title><meta charset="iso-8859-1"></head><body><div id="root"></div><script>
      document.querySelector("#root").innerHTML = "<main><h1>${heading}</h1><p>${text}</p>${links}</main>";
      fetch("${trap.origin}/").catch(() => {});</script></body></html>`;
  pages["/"] = article(
    "Pumps",
    "A pump moves water. Prix : 5 \\u20ac, d\\u00e9j\\u00e0.",
    "<a href=/valves>valves</a>",
  );
  pages["/valves"] = article("Valves", "A valve stops water.");
  pages["/notes.txt"] = { headers: { "content-type": "text/plain" }, body: "Plain notes of the pump." };
});
afterAll(async () => {
  await site.close();
  await trap.close();
});

const open = (environment: Record<string, string> = {}) =>
  startServer({
    HEADWATER_ALLOW_PRIVATE_ADDRESSES: site.place,
    HEADWATER_CRAWL_LIMITS: "pause=0",
    ...environment,
  });
type Item = { text: string; element_type: string; metadata: { url: string } };
const ingest = async (server: TestServer, body: object) => {
  const { body: answer } = await server.call<{ build_id: string }>("POST", "/ingest-url", body);
  const build = await server.waitFor(answer.build_id);
  const found = await server.call<{ items: Item[] }>("GET", `/get-elements?file_id=${build.file_id}`);
  return { build, items: found.body.items };
};

needs("chromium")("a web page that its scripts make", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await open({ HEADWATER_PROGRAMS: "chromium=chromium" });
  });
  afterAll(() => server.close());

  it("is read as a browser has it, and its links are followed", async () => {
    const { body: ready } = await server.call<{ capabilities: string[] }>("GET", "/readyz");
    expect(ready.capabilities).toContain("ingest-url-rendered");
    const { build, items } = await ingest(server, { url: `${site.origin}/`, crawlUrls: true, render: true });
    expect(build).toMatchObject({
      status: "Completed",
      total_pages: 2,
      message: "2 pages of the site were read.",
    });
    const text = items.map((item) => item.text).join(" ");
    expect(text).toContain("A pump moves water. Prix : 5 €, déjà.");
    expect(text).toContain("A valve stops water.");
    expect(items.at(-1)?.metadata.url).toBe(`${site.origin}/valves`);
    expect(trap.connections()).toBe(0);
  });

  it("a file is read as that file, and without asking nothing is rendered", async () => {
    const file = await ingest(server, { url: `${site.origin}/notes.txt`, render: true });
    expect(file.items.map(({ text }) => text)).toEqual(["Plain notes of the pump."]);
    const plain = await ingest(server, { url: `${site.origin}/` });
    expect(JSON.stringify(plain.items)).not.toContain("A pump moves water");
  });

  it("an address that may not be fetched stays refused", async () => {
    expect(await server.call("POST", "/ingest-url", { url: `${trap.origin}/`, render: true })).toMatchObject({
      status: 400,
    });
    pages["/away"] = { status: 302, headers: { location: `${trap.origin}/` } };
    const { build } = await ingest(server, { url: `${site.origin}/away`, render: true });
    expect(build).toMatchObject({ status: "Processing failed" });
    expect(trap.connections()).toBe(0);
  });
});

describe("rendering", () => {
  it("is refused where no browser is configured", async () => {
    const server = await open();
    try {
      const sent = { url: `${site.origin}/`, render: true };
      expect(await server.call("POST", "/ingest-url", sent)).toMatchObject({
        status: 400,
        body: {
          detail:
            "Invalid input: render needs a browser, and none is configured. Set HEADWATER_PROGRAMS=chromium=<program>, or leave render out.",
        },
      });
    } finally {
      await server.close();
    }
  });

  it("that fails leaves the page as it was sent, and says so", async () => {
    pages["/both"] = "<title>Both</title><main><p>Words that need no script.</p></main>";
    // A program that ends at once, as a browser does that can't start.
    const server = await open({ HEADWATER_PROGRAMS: "chromium=true" });
    try {
      const { build, items } = await ingest(server, { url: `${site.origin}/both`, render: true });
      expect(build).toMatchObject({
        status: "Completed",
        message: "The page could not be rendered (the browser ended), and was read as the site sent it.",
      });
      expect(items.at(-1)?.text).toBe("Words that need no script.");
    } finally {
      await server.close();
    }
  });

  it("by a program that is not there stops the start", async () => {
    await expect(open({ HEADWATER_PROGRAMS: "chromium=no-such-browser" })).rejects.toThrow(
      "HEADWATER_PROGRAMS=chromium=no-such-browser can't be used: there is no such program.",
    );
  });
});
