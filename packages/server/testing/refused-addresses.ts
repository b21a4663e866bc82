import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "./start-server.ts";

/** The answer of an operation that fetches from the web, until this version can: the reason, and what to do instead. */
export function itRefusesAddresses(path: string, what: string): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it("400: says that it can't yet, and what works instead", async () => {
    const detail = `${what} can't be ingested by this version yet: download the document and upload it with POST /ingest-file`;
    const answer = await server.call("POST", path, { url: "https://example.com/page" });
    expect(answer).toMatchObject({ status: 400, body: { detail } });
  });

  it("400: without an address", async () => {
    for (const body of [{}, { url: null }, { url: "" }]) {
      const answer = await server.call("POST", path, body);
      expect(answer).toMatchObject({ status: 400, body: { detail: "Invalid input: URL is required" } });
    }
  });

  it("records no source", async () => {
    expect((await server.call("GET", "/")).body).toEqual([]);
  });
}
