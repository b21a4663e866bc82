import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWebSite, type WebSite } from "../../../testing/web-site.ts";
import { parseAllowedAddresses } from "./allowed-addresses.ts";
import { createCheckedAddresses } from "./checked-addresses.ts";
import { type FilteringProxy, startFilteringProxy } from "./filtering-proxy.ts";

let site: WebSite;
let trap: WebSite;
let proxy: FilteringProxy;
beforeAll(async () => {
  site = await startWebSite({ "/": "<p>Hello</p>", "/large": { body: Buffer.alloc(200_000, "x") } });
  trap = await startWebSite({ "/": "secret" });
  proxy = await open(1_000_000);
});
afterAll(async () => {
  await proxy.close();
  await site.close();
  await trap.close();
});

/** Every name means this machine; one of them, and the site's own address, may be fetched. */
const open = (maxBytes: number) =>
  startFilteringProxy(
    createCheckedAddresses({
      allowed: parseAllowedAddresses(`${site.place},shop.example:${site.port}`),
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    }),
    maxBytes,
  );

/** Sends lines as they are, and answers all that comes back. */
async function say(text: string, port = proxy.port): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.on("data", (piece: Buffer) => {
    heard += piece.toString("latin1");
  });
  socket.on("error", () => {}); // the end is what counts
  socket.write(text);
  await once(socket, "close");
  return heard;
}
const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\nHost: any\r\n${headers.map((header) => `${header}\r\n`).join("")}Connection: close\r\n\r\n`;

it("passes on what may be fetched, without credentials", async () => {
  const answer = await say(get(`http://shop.example:${site.port}/`, "Authorization: Basic YTpi", "X-Own: 1"));
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*<p>Hello<\/p>/);
  const { headers } = site.requests.at(-1) ?? { headers: {} };
  expect(headers).toMatchObject({ host: `shop.example:${site.port}`, "x-own": "1" });
  expect(headers).not.toHaveProperty("authorization");
});

it("opens tunnels to what may be fetched", async () => {
  const target = `shop.example:${site.port}`;
  const answer = await say(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n${get("/")}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 [\s\S]*Hello/);
});

it.each([
  ["this machine", "127.0.0.1"],
  ["a name of this machine", "localhost"],
  ["a name that resolves to it", "rebound.example"],
  ["its address as one number", "2130706433"],
  ["its address in IPv6", "[::ffff:127.0.0.1]"],
  ["metadata", "169.254.169.254"],
])("refuses %s, plain and by a tunnel", async (_, host) => {
  const target = `${host}:${trap.port}`;
  expect(await say(get(`http://${target}/`))).toMatch(/^HTTP\/1\.1 403 /);
  expect(await say(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  expect(trap.connections()).toBe(0);
});

it.each([["/"], ["https://shop.example/"], ["file:///etc/passwd"], ["ftp://shop.example/"]])(
  "refuses %s, which is nothing for a proxy",
  async (target) => {
    expect(await say(get(target))).toMatch(/^HTTP\/1\.1 403 /);
  },
);

it("ends when more comes than is allowed", async () => {
  const small = await open(50_000);
  try {
    const answer = await say(get(`${site.origin}/large`), small.port);
    expect(answer.length).toBeLessThan(200_000);
  } finally {
    await small.close();
  }
});
