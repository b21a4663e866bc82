import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startServiceProcess } from "../testing/service-process.ts";
import { createTestClient } from "../testing/test-client.ts";
import { startWebSite } from "../testing/web-site.ts";

const token = "test-token-0123456789";

it("a crawl goes on after kill -9 where it was, without asking for what it has", async () => {
  let isOpen = false;
  const site = await startWebSite({
    "/": '<p>Home</p><a href="/a">a</a> <a href="/slow">slow</a> <a href="/b">b</a>',
    "/a": "<p>Apples</p>",
    "/b": "<p>Bees</p>",
    "/slow": (_request, response) => {
      if (isOpen) response.writeHead(200, { "content-type": "text/html" }).end("<p>Slowness</p>");
    },
  });
  const dataFolder = await mkdtemp(join(tmpdir(), "headwater-killed-"));
  const environment = { HEADWATER_ALLOW_PRIVATE_ADDRESSES: site.place, HEADWATER_CRAWL_LIMITS: "pause=0" };
  const start = () => startServiceProcess({ dataFolder, token, environment });
  const first = await start();
  let client = createTestClient({ origin: first.origin, token });
  const sent = { url: `${site.origin}/`, crawlUrls: true };
  const { body } = await client.call<{ build_id: string }>("POST", "/ingest-url", sent);
  const progress = async () => (await client.call("GET", `/builds/${body.build_id}`)).body.progress;
  await expect.poll(progress).toEqual({ done: 2, total: 4, unit: "pages" });
  await first.kill();

  isOpen = true;
  const second = await start();
  client = createTestClient({ origin: second.origin, token });
  const build = await client.waitFor(body.build_id);
  expect(build).toMatchObject({ status: "Completed", total_pages: 4 });
  const times = (path: string) => site.requests.filter((request) => request.path === path).length;
  expect(["/", "/a", "/slow", "/b"].map(times)).toEqual([1, 1, 2, 1]);
  await second.stop();
  await site.close();
  await rm(dataFolder, { recursive: true, force: true });
});
