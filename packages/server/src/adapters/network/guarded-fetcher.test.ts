import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type SitePage, startWebSite, type WebSite } from "../../../testing/web-site.ts";
import { WebFetchError, type WebResponse } from "../../ports/web-fetcher.ts";
import { parseAllowedAddresses } from "./allowed-addresses.ts";
import type { Resolve } from "./checked-addresses.ts";
import { createGuardedFetcher, type FetchLimits } from "./guarded-fetcher.ts";

const sites: WebSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});
async function site(pages: Record<string, SitePage>, options?: { host?: string; port?: number }) {
  const started = await startWebSite(pages, options);
  sites.push(started);
  return started;
}

type Options = { allowed?: string; resolve?: Resolve; limits?: Partial<FetchLimits>; httpsOnly?: boolean };

const bytesOf = async ({ body }: WebResponse) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
};

async function get(url: string, { allowed = "", resolve, limits = {}, httpsOnly = false }: Options = {}) {
  const fetcher = createGuardedFetcher({
    allowed: parseAllowedAddresses(allowed),
    userAgent: "Headwater/1.2.3",
    ...(resolve ? { resolve } : {}),
    limits,
  });
  const { signal } = new AbortController();
  return fetcher.fetch({ url, signal, httpsOnly }, async (response) => ({
    url: response.url,
    status: response.status,
    text: (await bytesOf(response)).toString(),
  }));
}

const failure = async (answer: Promise<unknown>): Promise<WebFetchError> => {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WebFetchError);
  return error as WebFetchError;
};

const loopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

describe("what may be reached", () => {
  test("a listed place answers, and is told who asks and no more", async () => {
    const web = await site({ "/page?a=1": "hello" });
    expect(await get(`${web.origin}/page?a=1#part`, { allowed: web.place })).toEqual({
      url: `${web.origin}/page?a=1#part`,
      status: 200,
      text: "hello",
    });
    const headers = web.requests[0]?.headers;
    expect(headers?.["user-agent"]).toBe("Headwater/1.2.3");
    expect(Object.keys(headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  test.each([
    ["127.0.0.0/8", false],
    ["127.0.0.1", false],
    ["10.0.0.0/8", false],
    ["", false],
  ])("without its port, '%s' does not open an odd port of loopback", async (allowed) => {
    const trap = await site({});
    await failure(get(trap.origin, { allowed }));
    expect(trap.connections()).toBe(0);
  });

  test("a range with a port opens that port for names and numbers alike", async () => {
    const web = await site({ "/": "in" });
    const allowed = `127.0.0.0/8:${web.port}`;
    expect(await get(web.origin, { allowed })).toMatchObject({ text: "in" });
    expect(await get(`http://intranet.example:${web.port}/`, { allowed, resolve: loopback })).toMatchObject({
      text: "in",
    });
  });

  test("of several checked addresses the one that answers is taken", async () => {
    const web = await site({ "/": "in" });
    const resolve: Resolve = async () => [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const allowed = `intranet.example:${web.port}`;
    expect(await get(`http://intranet.example:${web.port}/`, { allowed, resolve })).toMatchObject({
      text: "in",
    });
  });

  test("a list with an entry that is none is refused by name", () => {
    for (const entry of ["http://x", "10.0.0.0/99", "host:0", "host:70000", "a b:c"])
      expect(() => parseAllowedAddresses(entry)).toThrow(/is neither host:port nor a range/);
  });
});

describe("a trap on loopback sees no connection", () => {
  const forms = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST.:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://127。0。0。1:${port}/`,
    `http://169.254.169.254:${port}/latest/meta-data/`,
    `http://user@127.0.0.1:${port}/`,
  ];

  test("named in any form", async () => {
    const trap = await site({ "/": "secret" });
    for (const url of forms(trap.port)) await failure(get(url, { resolve: loopback }));
    expect(trap.connections()).toBe(0);
  });

  test("as where a listed site redirects to", async () => {
    const trap = await site({ "/": "secret" });
    const targets = [
      ...forms(trap.port),
      `//127.0.0.1:${trap.port}/`,
      "file:///etc/passwd",
      "ftp://127.0.0.1/",
    ];
    const hops = targets.map(
      (location, at) =>
        [
          `/${at}`,
          {
            status: 302,
            headers: { location: location.replaceAll("。", "%E3%80%82") },
          },
        ] as const,
    );
    const web = await site(Object.fromEntries(hops.map(([path, page]) => [path, page])), {
      host: "127.0.0.2",
    });
    for (const [path] of hops)
      await failure(get(web.origin + path, { allowed: web.place, resolve: loopback }));
    expect(web.requests).toHaveLength(targets.length);
    expect(trap.connections()).toBe(0);
  });

  test("under a name that resolves to it, alone or beside a public address", async () => {
    const trap = await site({ "/": "secret" });
    const resolve: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    for (const each of [resolve, loopback]) {
      // The port is free for somebody else, so that only the address can be what is refused.
      const allowed = `10.9.9.9:${trap.port}`;
      const error = await failure(get(`http://example.com:${trap.port}/`, { resolve: each, allowed }));
      expect(error.passing).toBe(false);
    }
    expect(trap.connections()).toBe(0);
  });

  test("under a name that resolves to it from the second question on", async () => {
    const web = await site(
      { "/": "checked", "/again": { status: 302, headers: { location: "/" } } },
      { host: "127.0.0.2" },
    );
    const trap = await site({ "/": "secret" }, { port: web.port });
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
    };
    const allowed = `127.0.0.2/32:${web.port}`;
    const answer = await get(`http://example.com:${web.port}/`, { allowed, resolve: rebinding });
    expect(answer.text).toBe("checked");
    expect(asked).toBe(1);
    asked = 0;
    const error = await failure(get(`http://example.com:${web.port}/again`, { allowed, resolve: rebinding }));
    expect(error.message).toBe("example.com is not a public address");
    expect(trap.connections()).toBe(0);
  });
});

describe("bounds", () => {
  test("endless redirects end", async () => {
    const web = await site({ "/": { status: 301, headers: { location: "/" } } });
    const error = await failure(get(web.origin, { allowed: web.place, limits: { maxRedirects: 4 } }));
    expect(error.message).toBe("it redirects more than 4 times");
    expect(web.requests).toHaveLength(5);
  });

  test("https only holds for redirects too", async () => {
    const web = await site({ "/": "plain" });
    const error = await failure(get(web.origin, { allowed: web.place, httpsOnly: true }));
    expect(error.message).toBe("only https addresses are fetched here");
    expect(web.connections()).toBe(0);
  });

  test("a server that never answers, and one that drips, are left", async () => {
    const web = await site({
      "/silent": () => {},
      "/drip": (_request, response) => {
        const drip = setInterval(() => response.write("."), 20);
        response.on("close", () => clearInterval(drip));
      },
    });
    const silent = await failure(
      get(`${web.origin}/silent`, { allowed: web.place, limits: { silenceMs: 100, totalMs: 60_000 } }),
    );
    expect(silent.message).toBe("127.0.0.1 did not answer in time");
    expect(silent.passing).toBe(true);
    const drip = await failure(get(`${web.origin}/drip`, { allowed: web.place, limits: { totalMs: 300 } }));
    expect(drip.message).toBe("127.0.0.1 took longer than 1 seconds");
    expect(drip.passing).toBe(true);
  });

  test("a body that is too large is not read to its end", async () => {
    const web = await site({
      "/": (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
    });
    const error = await failure(get(web.origin, { allowed: web.place, limits: { maxBytes: 2_000_000 } }));
    expect(error.message).toBe("it is larger than 1 MB");
    expect(error.passing).toBe(false);
  });

  test("a small body that unpacks without end is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const packed = (body: Uint8Array, coding: string) => ({ headers: { "content-encoding": coding }, body });
    const web = await site({ "/": packed(bomb, "gzip"), "/twice": packed(gzipSync(bomb), "gzip, gzip") });
    for (const path of ["/", "/twice"]) {
      const error = await failure(get(web.origin + path, { allowed: web.place }));
      expect(error.message).toBe("it grows more than 200 times by unpacking");
    }
  });

  test("a connection that is refused or cut passes; an unknown name does not", async () => {
    const web = await site({
      "/": (_request, response) => {
        response.writeHead(200, { "content-length": "9" });
        response.write("cut", () => response.destroy());
      },
    });
    const { place, origin } = web;
    expect((await failure(get(origin, { allowed: place }))).passing).toBe(true);
    await web.close();
    expect((await failure(get(origin, { allowed: place }))).passing).toBe(true);
    const unknown: Resolve = () =>
      Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    const error = await failure(get("http://no-such-name.example/", { resolve: unknown }));
    expect(error).toMatchObject({
      message: "the name 'no-such-name.example' is not known. Check the spelling",
      passing: false,
    });
  });

  test("the caller's signal ends it with the caller's reason", async () => {
    const web = await site({ "/": () => {} });
    const stop = new AbortController();
    const fetcher = createGuardedFetcher({ allowed: parseAllowedAddresses(web.place), userAgent: "test" });
    const answer = fetcher.fetch({ url: web.origin, signal: stop.signal }, bytesOf);
    await expect.poll(() => web.requests.length).toBe(1);
    stop.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
  });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)("a body packed with %s is unpacked", async (coding, pack) => {
  const text = "The pump is primed. ".repeat(5_000);
  const web = await site({
    "/": { headers: { "content-encoding": coding }, body: pack(Buffer.from(text)) },
    "/damaged": { headers: { "content-encoding": coding }, body: pack(Buffer.from(text)).subarray(0, -20) },
  });
  expect((await get(web.origin, { allowed: web.place })).text).toBe(text);
  expect((await failure(get(`${web.origin}/damaged`, { allowed: web.place }))).message).toBe(
    `its ${coding} packing is damaged`,
  );
});
