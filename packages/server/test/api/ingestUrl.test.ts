import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../../testing/documents/sample-pdf.ts";
import { itRequiresAddresses, privateAddresses } from "../../testing/required-address.ts";
import { startServer, type TestServer } from "../../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../../testing/web-site.ts";

describe("ingestUrl refuses", () => {
  itRequiresAddresses("/ingest-url", {
    detail: "Invalid input: URL must be a public http or https address",
    urls: privateAddresses,
  });
});

type Elements = {
  items: { text: string; element_type: string; page_number: number; metadata: Record<string, unknown> }[];
};

describe("ingestUrl", () => {
  let server: TestServer;
  let web: WebSite;
  const pages: Record<string, SitePage> = {
    "/pump":
      "<title>Pumps</title><h1>Pumps</h1><p>A pump must be primed before it runs.</p><p>See <a href='/valves#brass'>valves</a>.</p>",
    "/moved": { status: 301, headers: { location: "/pump" } },
    "/greek": {
      headers: { "content-type": "text/html; charset=iso-8859-7" },
      body: Buffer.from([0x3c, 0x70, 0x3e, 0xc1, 0xe8, 0xde, 0xed, 0xe1]),
    },
    "/table.csv": { headers: { "content-type": "text/plain" }, body: "part,price\nvalve,12\n" },
    "/download": {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": 'attachment; filename="notes.md"',
      },
      body: "# Notes\n\nThe valve is brass.",
    },
    "/film": { headers: { "content-type": "application/x-something" }, body: "binary" },
    "/empty": { headers: { "content-type": "text/html" }, body: "" },
    "/closed": { status: 403, body: "no" },
    "/gone": { status: 410, body: "no" },
  };

  beforeAll(async () => {
    pages["/paper"] = { headers: { "content-type": "text/html" }, body: samplePdf({ pages: 2, seed: 1 }) };
    web = await startWebSite(pages);
    server = await startServer({ HEADWATER_ALLOW_PRIVATE_ADDRESSES: web.place });
  });
  afterAll(async () => {
    await server.close();
    await web.close();
  });

  const ingest = async (path: string, more: object = {}) => {
    const { status, body } = await server.call<{ build_id: string }>("POST", "/ingest-url", {
      url: web.origin + path,
      ...more,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, error: null });
    return server.waitFor(body.build_id);
  };
  const elementsOf = async (fileId: string) =>
    (await server.call<Elements>("GET", `/get-elements?file_id=${fileId}`)).body.items;

  it("reads a page, and answers from it with its address", async () => {
    const build = await ingest("/pump");
    expect(build).toMatchObject({ status: "Completed", file_name: `${web.origin}/pump`, total_pages: 1 });
    const list = await server.call("GET", `/?file_ids=${build.file_id}`);
    expect(list.body).toMatchObject([
      {
        file_name: `${web.origin}/pump`,
        file_size: 0,
        file_type: "html",
        file_source: "url",
        status: "Completed",
      },
    ]);
    const items = await elementsOf(build.file_id);
    expect(items.map(({ text }) => text)).toContain("A pump must be primed before it runs.");
    expect(items[0]?.metadata).toMatchObject({ url: `${web.origin}/pump`, filetype: "text/html" });
    expect(items.at(-1)?.metadata).toMatchObject({ link_urls: [`${web.origin}/valves#brass`] });
    const { body } = await server.call("POST", "/prebuilt-rag", { query: "primed pump" });
    expect(body).toMatchObject({ chunks: [{ file_id: build.file_id }] });
    expect((await server.call("GET", `/${build.file_id}/pages/1/screenshot`)).status).toBe(404);
  });

  it("follows a redirect and says where the page was", async () => {
    const build = await ingest("/moved");
    expect(build).toMatchObject({ status: "Completed", file_name: `${web.origin}/moved` });
    expect((await elementsOf(build.file_id))[0]?.metadata).toMatchObject({ url: `${web.origin}/pump` });
  });

  it("reads a page in the charset that its Content-Type names", async () => {
    const build = await ingest("/greek");
    expect((await elementsOf(build.file_id)).map(({ text }) => text)).toEqual(["Αθήνα"]);
  });

  it.each([
    ["/paper", "application/pdf", 2],
    ["/table.csv", "text/csv", 1],
    ["/download", "text/markdown", 1],
  ])("reads the file at %s as %s, and does not crawl it", async (path, filetype, total_pages) => {
    const build = await ingest(path, { crawlUrls: true });
    expect(build).toMatchObject({ status: "Completed", total_pages });
    expect((await elementsOf(build.file_id))[0]?.metadata).toMatchObject({ filetype });
  });

  it("has no pictures of a file that was fetched: its bytes are not kept", async () => {
    pages["/paper.pdf"] = {
      headers: { "content-type": "application/pdf" },
      body: samplePdf({ pages: 1, seed: 2 }),
    };
    const build = await ingest("/paper.pdf");
    const list = await server.call("GET", `/?file_ids=${build.file_id}`);
    expect(list.body).toMatchObject([{ file_type: "pdf", file_size: 0, total_pages: 1 }]);
    expect(await server.call("GET", `/${build.file_id}/pages/1/screenshot`)).toMatchObject({
      status: 404,
      body: { detail: "Source has no pages to show" },
    });
  });

  it.each([
    ["/nowhere", "could not be fetched: nothing is there (404)."],
    ["/closed", "could not be fetched: the site does not allow it (403)."],
    ["/gone", "could not be fetched: it was removed (410)."],
    ["/empty", "could not be read: the site answered nothing."],
    ["/film", "is a file of application/x-something, which can't be read."],
  ])("a build of %s fails and says why", async (path, why) => {
    const build = await ingest(path);
    expect(build.status).toBe("Processing failed");
    expect(build.error).toContain(`${web.origin}${path} ${why}`);
  });

  it("a name of loopback that is no such place is never connected to", async () => {
    const trap = await startWebSite({ "/": "secret" });
    web.requests.length = 0;
    pages["/trap"] = { status: 302, headers: { location: `${trap.origin}/` } };
    expect(await ingest("/trap")).toMatchObject({
      status: "Processing failed",
      error: `${web.origin}/trap could not be fetched: 127.0.0.1 is not a public address.`,
    });
    expect(trap.connections()).toBe(0);
    await trap.close();
  });

  it("reprocess fetches again and keeps the file_id; a page that is gone leaves what was there", async () => {
    const build = await ingest("/pump");
    pages["/pump"] = "<p>Pumps prime themselves now.</p>";
    const again = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id: build.file_id });
    expect(await server.waitFor(again.body.build_id)).toMatchObject({
      status: "Completed",
      file_id: build.file_id,
    });
    expect((await elementsOf(build.file_id)).map(({ text }) => text)).toEqual([
      "Pumps prime themselves now.",
    ]);
    pages["/pump"] = { status: 404 };
    const last = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id: build.file_id });
    expect(await server.waitFor(last.body.build_id)).toMatchObject({ status: "Processing failed" });
    expect((await elementsOf(build.file_id)).map(({ text }) => text)).toEqual([
      "Pumps prime themselves now.",
    ]);
  });

  it("a site that is busy for a moment is asked again", async () => {
    let asked = 0;
    pages["/busy"] = (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { "retry-after": "1" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end("<p>Here I am.</p>");
    };
    expect(await ingest("/busy")).toMatchObject({ status: "Completed" });
    expect(asked).toBe(2);
  });

  it("two sources of one address are two: deleting one leaves the other", async () => {
    const [one, two] = [await ingest("/moved"), await ingest("/moved")];
    expect(one.file_id).not.toBe(two.file_id);
    expect((await server.call("DELETE", "/delete", { file_id: one.file_id })).status).toBe(200);
    const again = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id: two.file_id });
    expect((await server.waitFor(again.body.build_id)).error).not.toMatch(/no longer there/);
  });
});
