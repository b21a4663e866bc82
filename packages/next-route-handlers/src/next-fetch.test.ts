import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextFetch } from "./next-fetch.ts";

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

describe("nextFetch", () => {
  it("leaves the length of bytes to an edge runtime", async () => {
    const init = { method: "POST", body: new Uint8Array(3), headers: { "content-length": "3" } };
    process.env.NEXT_RUNTIME = "edge";
    try {
      expect(await (await nextFetch(url, init)).text()).toBe("3 of 3");
    } finally {
      delete process.env.NEXT_RUNTIME;
    }
  });
});
