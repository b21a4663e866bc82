import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { methodAliases } from "@headwater/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePdf } from "../../reader/testing/fixtures/pdf.ts";
import type { SourceOverview } from "../src/sources/source.ts";
import { sourceStatus } from "../src/sources/source-status.ts";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { type SettledBuild, startServer, type TestServer } from "../testing/start-server.ts";

/** Rules that the contract leaves open and spec/GAPS.md decides, if no test of a single operation covers them. */
describe("the gaps of the contract, as decided", () => {
  let server: TestServer;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await startServer();
    build = await server.ingestAndWait("letter.txt", "The kettle is blue.");
  });
  afterAll(() => server.close());

  it.each(Object.entries(methodAliases))("method %s means %s", async (sent, meant) => {
    const { body } = await server.call<{ build_id: string }>("POST", "/reprocess", {
      file_id: build.file_id,
      method: sent,
    });
    expect(await server.waitFor(body.build_id)).toMatchObject({ method: meant, status: "Completed" });
  });

  it("an error has the same text in detail and message", async () => {
    const { body } = await server.call("GET", "/get-elements");
    expect(body).toEqual({ detail: "file_id is required", message: "file_id is required" });
  });

  it("a build in which some pages failed is Completed, with the pages named", async () => {
    const pdf = makePdf([
      { items: [text("The first page.")] },
      { broken: true, items: [] },
      { items: [text("The third.")] },
    ]);
    expect(await server.ingestAndWait("partly.pdf", pdf)).toMatchObject({
      status: "Completed",
      success: true,
      error: null,
      total_pages: 3,
      has_failed_batches: true,
      failed_batches_count: 1,
      failed_pages: [2],
    });
  });

  it("source status follows the latest build", () => {
    const status = (latest: string | null) =>
      sourceStatus({ latestBuild: latest && { status: latest } } as unknown as SourceOverview).status;
    expect(["Pending", "Processing", "Completed", "Processing failed", null].map(status)).toEqual([
      "New",
      "Processing",
      "Completed",
      "Processing failed",
      "unknown",
    ]);
  });

  it("after a failed reprocess, the active version keeps answering", async () => {
    const { file_id } = await server.ingestAndWait("lasting.txt", "Granite lasts for ever.");
    const files = readdirSync(join(server.dataFolder, "files"), { recursive: true, withFileTypes: true });
    for (const entry of files) if (entry.isFile()) rmSync(join(entry.parentPath, entry.name));
    const { body } = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id });
    expect(await server.waitFor(body.build_id)).toMatchObject({
      status: "Processing failed",
      error: expect.stringMatching(/Upload the file again/),
    });
    expect((await server.call("POST", "/prebuilt-rag", { query: "granite" })).body).toMatchObject({
      total: 1,
    });
    const elements = await server.call("GET", `/get-elements?file_id=${file_id}`);
    expect(elements.body).toMatchObject({ items: [{ text: "Granite lasts for ever." }] });
  });

  it("checks come in order: 401, 403, 411, 413, 400, 404", async () => {
    const url = `${server.baseUrl}/ingest-file`;
    const authorization = `Bearer ${server.token}`;
    // The length is unknown, so it is sent without Content-Length.
    const stream = () => new Blob(["no multipart"]).stream();
    const status = async (headers: Record<string, string>, body: string | ReadableStream) =>
      (await server.fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit)).status;
    expect(await status({}, stream())).toBe(401);
    expect(await status({ authorization }, stream())).toBe(411);
    expect(await status({ authorization }, "neither multipart nor a file")).toBe(400);
    expect((await server.call("GET", "/get-elements?file_id=unknown&page=0&page_size=1")).status).toBe(400);
  });
});

describe("a service that is stopped", () => {
  it("releases running builds, and completes them after the next start", async () => {
    const first = await startServer();
    const dataFolder = first.dataFolder;
    const ids = [];
    for (const seed of [1, 2, 3]) ids.push(await first.ingest(`${seed}.pdf`, samplePdf({ pages: 40, seed })));
    await first.stop();
    const second = await startServer({ HEADWATER_DATA: dataFolder });
    for (const id of ids)
      expect(await second.waitFor(id)).toMatchObject({ status: "Completed", total_pages: 40 });
    await second.close();
    rmSync(dataFolder, { recursive: true });
  });
});

describe("the log", () => {
  it("has request ids and operations, and never a token or a document's words", async () => {
    const lines: string[] = [];
    const server = await startServer(
      { HEADWATER_LOG_LEVEL: "trace" },
      { write: (line: string) => void lines.push(line) },
    );
    await server.ingestAndWait("letter.txt", "The password is xylophone.");
    await server.ingestAndWait("empty.txt", "");
    await server.call("POST", "/ask-sources", { question: "What is the xylophone password?" });
    await server.call("GET", "/get-elements?file_id=xylophone");
    await server.close();
    const log = lines.join("");
    expect(log).toMatch(/"reqId":"[0-9a-f-]{36}".*"operation":"askSources"/);
    expect(log).not.toContain(server.token);
    expect(log).not.toContain("xylophone");
  });
});

const text = (words: string) => ({ text: words, x: 72, y: 100 });
