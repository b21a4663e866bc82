import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "./start-server.ts";

/** What every operation that takes an address answers to one that it does not take. */
export function itRequiresAddresses(path: string, refused: { detail: string; urls: string[] }): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it("400: without an address", async () => {
    for (const body of [{}, { url: null }, { url: "" }]) {
      const answer = await server.call("POST", path, body);
      expect(answer).toMatchObject({ status: 400, body: { detail: "Invalid input: URL is required" } });
    }
  });

  it("400: an address of another kind, or one that is not public; no source is recorded", async () => {
    for (const url of refused.urls) {
      const answer = await server.call("POST", path, { url });
      expect([url, answer]).toMatchObject([url, { status: 400, body: { detail: refused.detail } }]);
    }
    expect((await server.call("GET", "/")).body).toEqual([]);
  });
}

/** Addresses that can be seen not to be public. */
export const privateAddresses = [
  "ftp://example.com/file.txt",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "example",
  "127.0.0.1/status",
  "http://",
  "http://localhost/",
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://[::1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://printer.local/",
  "https://user:secret@example.com/",
  "https://example.com:22/",
];
