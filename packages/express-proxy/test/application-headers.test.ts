import type { Express } from "express";
import { afterEach, expect, it } from "vitest";
import { sendJson } from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { send } from "../../proxy-core/testing/conformance/send.ts";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

/** Requests a page image, which the service allows everybody to cache, from an application that sets these headers. */
async function answeredWith(own: Record<string, string>) {
  const prepare = (app: Express) =>
    void app.use((_request, response, next) => {
      response.set(own);
      next();
    });
  proxied = await startProxiedUpstream({}, { prepare });
  proxied.upstream.handle((_request, response) =>
    sendJson(response, 200, {}, { "cache-control": "public, max-age=3600", vary: "Accept, Authorization" }),
  );
  return (await send(proxied.baseUrl, "GET", "/f1/pages/1/screenshot")).headers;
}

it("what the application says an answer depends on stays", async () => {
  const headers = await answeredWith({
    vary: "Origin",
    "access-control-allow-origin": "https://app.example",
  });
  expect(headers.vary).toBe("Origin, Accept, Authorization");
  expect(headers["access-control-allow-origin"]).toBe("https://app.example");
});

it("a no-store of the application's is not weakened, and its public does not make an answer everybody's", async () => {
  expect((await answeredWith({ "cache-control": "no-store" }))["cache-control"]).toBe("no-store");
  await proxied?.close();
  expect((await answeredWith({ "cache-control": "public, max-age=60" }))["cache-control"]).toBe(
    "private, max-age=3600",
  );
});
