import { expect, it } from "vitest";
import { fakeWeb } from "../../../testing/fake-web.ts";
import { type PageBrowser, RenderError } from "../../ports/page-browser.ts";
import { createFetchPage } from "./fetch-page.ts";

const page = "https://a.example/";
const web = {
  [page]: { headers: { "content-type": "text/html" }, body: "<p>sent</p>" },
  [`${page}data`]: { headers: { "content-type": "application/x-unknown" }, body: "data" },
  [`${page}text`]: { headers: { "content-type": "text/plain" }, body: "text" },
};

async function fetchPage(url: string, browser: PageBrowser | null, isRendered = true) {
  const failures: string[] = [];
  const render = isRendered ? { onFailure: (why: string) => failures.push(why) } : null;
  const fetcher = fakeWeb(web);
  const found = await createFetchPage({ fetcher, browser })({
    url,
    render,
    accept: "text/html",
    signal: new AbortController().signal,
  });
  return { found, failures, request: fetcher.requests[0], text: Buffer.from(found.bytes).toString("utf8") };
}
const rendering = (html: string): PageBrowser => ({
  render: async (url) => ({ url: `${url}shown`, html }),
});
const failing = (error: Error): PageBrowser => ({ render: () => Promise.reject(error) });

it("takes a web page as its scripts leave it, in UTF-8 whatever the page says", async () => {
  const { found, failures } = await fetchPage(page, rendering("<p>ü</p>"));
  expect(found).toEqual({
    url: `${page}shown`,
    bytes: Buffer.from("\uFEFF<p>ü</p>"),
    contentType: "text/html; charset=utf-8",
    contentDisposition: "",
  });
  expect(failures).toEqual([]);
});

it("takes what was sent where nothing is to be rendered, and hands the request on", async () => {
  const { text, request } = await fetchPage(page, rendering("never"), false);
  expect(text).toBe("<p>sent</p>");
  expect(request).toEqual({ url: page, accept: "text/html", signal: expect.any(AbortSignal) });
  expect((await fetchPage(`${page}data`, rendering("never"))).text).toBe("data");
  expect((await fetchPage(`${page}text`, rendering("never"))).text).toBe("text");
});

it("takes what was sent, and says why, where the browser fails or is gone", async () => {
  expect(await fetchPage(page, failing(new RenderError("it crashed")))).toMatchObject({
    text: "<p>sent</p>",
    failures: ["it crashed"],
  });
  expect(await fetchPage(page, null)).toMatchObject({
    text: "<p>sent</p>",
    failures: ["HEADWATER_PROGRAMS names no chromium any more"],
  });
  const other = new Error("a fault of ours");
  await expect(fetchPage(page, failing(other))).rejects.toBe(other);
});
