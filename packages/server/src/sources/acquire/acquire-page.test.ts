import { expect, it } from "vitest";
import { acquireContext } from "../../../testing/acquire-context.ts";
import type { SourceAddress } from "../source-address.ts";
import { AcquireError } from "./acquire.ts";
import { createAcquirePage, toDocument } from "./acquire-page.ts";
import type { PageRequest } from "./fetch-page.ts";
import type { Resource } from "./fetch-resource.ts";

const url = "https://a.example/page";
const resource = (contentType: string, body: string | Uint8Array = "text"): Resource => ({
  ...{ url, bytes: Buffer.from(body), contentType, contentDisposition: "" },
});
const address = (render: boolean): SourceAddress => ({
  ...{ url, crawl: null, httpsOnly: true, render, languages: null },
});

it("is one document by its type: a web page with its address, a text in UTF-8, a file as it is", () => {
  const metadata = { url, filetype: "text/html" };
  expect(toDocument(resource("text/html; charset=latin1", Buffer.from("\xfc", "latin1")))).toEqual({
    ...{ bytes: Buffer.from("\uFEFFü"), fileName: url, extension: "html", webPage: { url }, metadata },
  });
  const file = Buffer.from("%PDF-1.7 \xfc", "latin1");
  expect(toDocument(resource("application/pdf; charset=latin1", file))).toEqual({
    ...{ bytes: file, fileName: url, extension: "pdf", metadata: { url, filetype: "application/pdf" } },
  });
});

it("is refused when there is nothing, and when it can't be read", () => {
  expect(() => toDocument(resource("text/html", ""))).toThrow(
    new AcquireError(`${url} could not be read: the site answered nothing.`),
  );
  expect(() => toDocument(resource("application/x-unknown"))).toThrow(AcquireError);
});

it("is asked for as a browser does, and notes why it was not rendered", async () => {
  const requests: PageRequest[] = [];
  const acquire = createAcquirePage(async (request) => {
    requests.push(request);
    request.render?.onFailure("it crashed");
    return resource("text/html");
  });
  const context = acquireContext();
  const types: string[] = [];
  for (const render of [true, false])
    for await (const { extension } of acquire(address(render), context)) types.push(extension);
  expect(types).toEqual(["html", "html"]);
  const accept = "text/html, application/xhtml+xml, */*;q=0.8";
  expect(requests[1]).toEqual({ url, httpsOnly: true, accept, render: null, signal: context.signal });
  expect(requests[0]).toMatchObject({ httpsOnly: true, accept });
  expect(context.notes).toEqual([
    "The page could not be rendered (it crashed), and was read as the site sent it.",
  ]);
});
