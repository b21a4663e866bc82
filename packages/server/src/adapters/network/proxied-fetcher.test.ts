import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSettings } from "../../config.ts";
import { parseAllowedAddresses } from "./allowed-addresses.ts";
import type { Resolve } from "./checked-addresses.ts";
import { createGuardedFetcher } from "./guarded-fetcher.ts";
import { createOutgoingProxy } from "./outgoing-proxy.ts";

/** A forward proxy that answers for every site, and opens no tunnel. It notes what it was asked for. */
const asked: { line: string; authorization: string | undefined }[] = [];
const proxy = createServer((request, response) => {
  asked.push({
    line: `${request.method} ${request.url} ${request.headers.host}`,
    authorization: request.headers["proxy-authorization"],
  });
  response.end("by the proxy");
});
proxy.on("connect", (request, socket) => {
  asked.push({ line: `CONNECT ${request.url}`, authorization: request.headers["proxy-authorization"] });
  socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => proxy.close());
beforeEach(() => asked.splice(0));

const at =
  (ip: string): Resolve =>
  async () => [{ address: ip, family: 4 }];
const unknown: Resolve = async () => {
  throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
};

function get(url: string, resolve: Resolve, environment: Record<string, string> = {}) {
  const settings = readSettings({ HTTP_PROXY: `http://${address}`, https_proxy: address, ...environment });
  const fetcher = createGuardedFetcher({
    allowed: parseAllowedAddresses(""),
    userAgent: "Headwater",
    resolve,
    proxyOf: createOutgoingProxy(settings.web.proxies),
  });
  return fetcher.fetch({ url, signal: new AbortController().signal }, async ({ status, body }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return `${status} ${Buffer.concat(pieces)}`;
  });
}

describe("with a proxy", () => {
  test("a page of http is asked for by its whole address, with the proxy's own credentials", async () => {
    const environment = { HTTP_PROXY: `http://user:p%40ss@${address}` };
    expect(await get("http://example.com/page?a=1#part", at("93.184.216.34"), environment)).toBe(
      "200 by the proxy",
    );
    const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(asked).toEqual([{ line: "GET http://example.com/page?a=1 example.com", authorization }]);
  });

  test("for https a tunnel to the checked address is asked for; why there is none is said", async () => {
    const answer = get("https://example.com/page", at("93.184.216.34"));
    await expect(answer).rejects.toThrow(`the proxy ${address} did not let it through: it answered 403`);
    expect(asked.map(({ line }) => line)).toEqual(["CONNECT 93.184.216.34:443"]);
  });

  test("a name that only the proxy can resolve is left to it", async () => {
    expect(await get("http://docs.test/page", unknown)).toBe("200 by the proxy");
    await expect(get("https://docs.test/page", unknown)).rejects.toThrow("403");
    expect(asked.at(-1)?.line).toBe("CONNECT docs.test:443");
  });

  test.each([
    ["http://10.0.0.8/page", unknown],
    ["http://[::1]/page", unknown],
    ["http://intranet/page", unknown],
    ["http://printer.local/page", unknown],
    ["http://inside.example.com/page", at("10.0.0.8")],
    ["https://inside.example.com/page", at("169.254.169.254")],
  ])("%s is refused before the proxy is asked", async (url, resolve) => {
    await expect(get(url, resolve)).rejects.toThrow("is not a public address");
    expect(asked).toEqual([]);
  });

  test.each([
    ["http://docs.test/", "http_proxy"],
    ["https://docs.test/", "https_proxy"],
  ])("of %s a proxy that can't be reached is named, not the site", async (url, name) => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    await expect(get(url, unknown, { [name]: `http://127.0.0.1:${port}` })).rejects.toThrow(
      `the proxy 127.0.0.1:${port} can't be used: 127.0.0.1 refused the connection`,
    );
  });

  test.each(["http", "https"])("that asks for a password says so, for %s", async (scheme) => {
    const strict = createServer((_request, response) => response.writeHead(407).end());
    strict.on("connect", (_request, socket) => socket.end("HTTP/1.1 407 Sign in\r\n\r\n"));
    strict.listen(0, "127.0.0.1");
    await once(strict, "listening");
    const { port } = strict.address() as AddressInfo;
    const answer = get(`${scheme}://docs.test/`, unknown, { [`${scheme}_proxy`]: `127.0.0.1:${port}` });
    await expect(answer).rejects.toThrow("it answered 407, as it asks for a name and a password");
    strict.close();
  });

  test.each([
    ["93.184.0.0/16", true],
    ["10.0.0.0/8,93.184.216.34", true],
    ["93.184.216.34:80", true],
    ["93.184.216.34:8080", false],
    ["93.185.0.0/16", false],
    ["93.184.216.34/nonsense", false],
  ])("an address that NO_PROXY=%s lists is reached directly: %s", async (list, isDirect) => {
    const proxyOf = createOutgoingProxy({ http: new URL("http://proxy.test"), https: null, except: list });
    expect(proxyOf(new URL("http://93.184.216.34/")) === null).toBe(isDirect);
  });

  test.each([
    ["2001:db8::1", true],
    ["[2001:db8::1]:80", true],
    ["2001:db8::/32", true],
    ["2001:db8:0:0:0:0:0:1", true],
    ["[2001:db8::1]:443", false],
    ["10.0.0.0/8", false],
  ])("so is one of IPv6 that NO_PROXY=%s lists: %s", async (list, isDirect) => {
    const proxyOf = createOutgoingProxy({ http: new URL("http://proxy.test"), https: null, except: list });
    expect(proxyOf(new URL("http://[2001:db8::1]/")) === null).toBe(isDirect);
  });

  test("hosts of NO_PROXY are reached directly", async () => {
    const none = { NO_PROXY: "other.com, .example.com:80" };
    await expect(get("http://docs.example.com/", unknown, none)).rejects.toThrow("is not known");
    expect(asked).toEqual([]);
    expect(await get("http://docs.example.org/", unknown, none)).toBe("200 by the proxy");
  });
});

test.each(["socks5://127.0.0.1:1080", "http://user:100%@127.0.0.1:3128"])(
  "%s is refused at the start",
  (address) => expect(() => readSettings({ HTTPS_PROXY: address })).toThrow("HTTPS_PROXY can't be used"),
);
