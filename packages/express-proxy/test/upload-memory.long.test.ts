import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

const uploads = 8;
const megabytes = 100;

it("carries eight uploads of 100 MB at once without holding them", async () => {
  proxied = await startProxiedUpstream();
  const { baseUrl } = proxied;
  const piece = Buffer.alloc(1024 * 1024, "x");
  const upload = async () => {
    const sent = httpRequest(`${baseUrl}/ingest-file`, {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=b",
        "content-length": megabytes * piece.length,
      },
    });
    Readable.from(Array.from({ length: megabytes }, () => piece)).pipe(sent);
    const [response] = await once(sent, "response");
    await once(response.resume(), "end");
    return response.statusCode;
  };
  // Client, proxy and upstream share this process. Bodies are in array buffers, and many of them wait for the garbage
  // collector.
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }, 5);
  const statuses = await Promise.all(Array.from({ length: uploads }, upload));
  clearInterval(watch);
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const { bytes } of proxied.upstream.requests) expect(bytes).toBe(megabytes * piece.length);
  expect(peak).toBeLessThan((uploads * megabytes * piece.length) / 4);
});
