import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** A proxy that serves the whole service below a path, as nginx does with `location /headwater/`. */
const prefix = "/headwater";
let server: TestServer;
let outside: string;
const proxy = createServer((request, response) => {
  const url = new URL(request.url ?? "/", server.baseUrl);
  const headers = { ...request.headers, "x-forwarded-prefix": prefix };
  const path = url.pathname.slice(prefix.length) + url.search;
  const upstream = forward(new URL(path, server.baseUrl), { method: request.method ?? "GET", headers });
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  request.pipe(upstream);
});
beforeAll(async () => {
  server = await startServer({ HEADWATER_TRUST_PROXY: "true" });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`;
});
afterAll(async () => {
  proxy.close();
  await server.close();
});

it("the page of the API finds its scripts, its document and the service behind the prefix", async () => {
  const page = await fetch(`${outside}/docs`);
  expect(page.url).toBe(`${outside}/docs/`);
  const html = await page.text();
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
  expect(assets.length).toBeGreaterThan(3);
  for (const address of assets) expect((await fetch(new URL(address, page.url))).status, address).toBe(200);

  const script = await (await fetch(`${outside}/docs/static/swagger-initializer.js`)).text();
  const [, named = ""] = /"url":\s*"([^"]+)"/.exec(script) ?? [];
  const document = await fetch(new URL(named, page.url));
  const { servers } = (await document.json()) as { servers: { url: string }[] };
  expect(new URL(servers[0]?.url ?? "", document.url).href).toBe(`${outside}/sources`);
});

it("the address of a flow begins with the prefix", async () => {
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "support", template: "search", files: [] });
  await fetch(`${outside}/flows/create`, { method: "POST", headers, body });
  const flow = (await (await fetch(`${outside}/flows/support/graph`, { headers })).json()) as { url: string };
  expect(flow.url).toBe(`${outside}/flows/support`);
});
