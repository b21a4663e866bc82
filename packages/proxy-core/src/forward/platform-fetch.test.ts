import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformFetch } from "./platform-fetch.ts";

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on("end", () => {
      if (request.url === "/moved") response.writeHead(307, { location: "/" });
      response.end(`${bytes} of ${request.headers["content-length"]}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const mebibyte = 1024 * 1024;

describe("platformFetch", () => {
  it("sends a stream with its length, piece by piece", async () => {
    const total = 8 * mebibyte;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent === total) return controller.close();
          sent += mebibyte;
          controller.enqueue(new Uint8Array(mebibyte));
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", body, duplex: "half", headers: { "content-length": String(total) } };
    const response = await platformFetch(url, init as RequestInit);
    expect(await response.text()).toBe(`${total} of ${total}`);
  });

  it.each([
    ["a stream", () => ({ method: "POST", body: new Blob(["a"]).stream(), duplex: "half" })],
    ["bytes", () => ({ method: "POST", body: new Uint8Array(3), redirect: "manual" })],
    ["no body", () => ({ redirect: "manual" })],
  ])("shows a redirect of a request with %s, and does not follow it", async (_body, init) => {
    expect((await platformFetch(`${url}moved`, init() as RequestInit)).status).toBe(307);
  });

  it("fails where nothing answers", async () => {
    const init = { method: "POST", body: new Uint8Array(3) };
    await expect(platformFetch("http://127.0.0.1:1/", init)).rejects.toThrow(TypeError);
  });
});
