import { request as httpRequest, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ProxyUnderTest, type SomeOptions, startProxyUnderTest } from "./proxy-under-test.ts";
import { sendJson } from "./recording-upstream.ts";

export function pollsShare(adapter: ProxyAdapter): void {
  let under: ProxyUnderTest;
  let held: ServerResponse[];
  const start = async (options: SomeOptions = {}) => {
    under = await startProxyUnderTest(adapter, options);
    held = [];
    under.upstream.handle((_request, response) => void held.push(response));
  };
  afterEach(() => under.close());

  const path = "/builds/b1?suppress_elements=true";
  const wait = { prefer: "wait=20" };
  const poll = (headers: Record<string, string> = {}, at = path) =>
    under.send("GET", at, { headers: { ...wait, ...headers } });
  const completed = { build_id: "b1", status: "Completed", file_id: "f1" };
  const release = () => {
    for (const response of held.splice(0))
      sendJson(response, 200, completed, { etag: '"1"', "preference-applied": "wait" });
  };
  /** Waits until the proxy has as many requests under way as were sent. */
  const arrived = (count: number) => expect.poll(() => held.length).toBe(count);

  test("fifty who wait for one build share one request to the service", async () => {
    let asked = 0;
    await start({ authorize: () => ++asked > 0 });
    const replies = Array.from({ length: 50 }, (_, index) => poll({ "x-request-id": `r-${index}` }));
    await expect.poll(() => asked).toBe(50);
    await arrived(1);
    release();
    for (const [index, reply] of (await Promise.all(replies)).entries()) {
      expect(reply.status).toBe(200);
      expect(reply.json()).toEqual(completed);
      expect(reply.headers).toMatchObject({
        "x-request-id": `r-${index}`,
        etag: '"1"',
        "preference-applied": "wait",
      });
      expect(reply.headers["cache-control"]).toContain("private");
    }
    expect(under.upstream.requests).toHaveLength(1);
    expect(under.upstream.requests[0]?.headers).toMatchObject(wait);
    await expect.poll(() => under.events.length).toBe(50);
    // The next one asks anew.
    const next = poll();
    await arrived(1);
    release();
    await next;
    expect(under.upstream.requests).toHaveLength(2);
  });

  test("another token, build, query, time or validator is another request", async () => {
    await start({ token: (request) => adapter.headerOf(request, "x-tenant") ?? "t" });
    const replies = [
      poll(),
      poll({ "x-tenant": "other" }),
      poll({}, "/builds/b2?suppress_elements=true"),
      poll({}, `${path}&suppress_img_base64=true`),
      poll({ prefer: "wait=10" }),
      poll({ "if-none-match": '"1"' }),
      // Without a wait, or with elements, nothing is shared.
      under.send("GET", path),
      under.send("GET", path),
      poll({}, "/builds/b1"),
      poll({}, "/builds/b1"),
    ];
    await arrived(replies.length);
    release();
    for (const reply of await Promise.all(replies)) expect(reply.status).toBe(200);
  });

  test("each caller is authorized for itself, and sees what its own scope allows", async () => {
    await start({
      authorize: (request) => {
        const caller = adapter.headerOf(request, "x-user");
        return caller === "nobody" ? false : caller ? { caller, files: [`f-of-${caller}`] } : true;
      },
      ownership: {
        claim: async () => {},
        ownerOf: async (kind) => (kind === "build" ? "anna" : undefined),
        listOwned: async () => [],
        release: async () => false,
      },
    });
    const replies = [
      poll({ "x-user": "anna" }),
      poll(),
      poll({ "x-user": "bob" }),
      poll({ "x-user": "nobody" }),
    ];
    expect((await replies[2])?.json()).toMatchObject({ status: "not_found" });
    expect((await replies[3])?.status).toBe(403);
    await arrived(1);
    release();
    // The file is none that Anna may see.
    expect((await replies[0])?.json()).toMatchObject({ status: "not_found", file_id: null });
    expect((await replies[1])?.json()).toEqual(completed);
  });

  test("a file that the caller loses while it waits is not shown", async () => {
    let files = ["f1"];
    await start({
      authorize: () => ({ caller: "anna", files: async () => files }),
      ownership: {
        claim: async () => {},
        ownerOf: async (kind) => (kind === "build" ? "anna" : undefined),
        listOwned: async () => [],
        release: async () => false,
      },
    });
    const reply = poll();
    await arrived(1);
    files = [];
    release();
    expect((await reply).json()).toMatchObject({ status: "not_found", file_id: null });
  });

  test("one who leaves takes nothing from the others, and the last one ends the request", async () => {
    let asked = 0;
    await start({ authorize: () => ++asked > 0 });
    const { hostname, port, pathname } = new URL(under.proxy.baseUrl);
    const open = () => {
      const outgoing = httpRequest({ hostname, port, path: pathname + path, headers: wait, agent: false });
      outgoing.on("error", () => {});
      outgoing.end();
      return outgoing;
    };
    const clients = [open(), open()];
    await arrived(1);
    const stays = poll();
    await expect.poll(() => asked).toBe(3);
    expect(under.upstream.requests).toHaveLength(1);
    for (const client of clients) client.destroy();
    await expect
      .poll(
        () => under.events.filter((event) => "outcome" in event && event.outcome === "client-gone").length,
      )
      .toBe(2);
    expect(held[0]?.destroyed).toBe(false);
    release();
    expect((await stays).json()).toEqual(completed);

    const last = open();
    await arrived(1);
    const [response] = held;
    last.destroy();
    await expect.poll(() => response?.destroyed).toBe(true);
    expect(under.events.filter(({ type }) => type === "failed")).toEqual([]);
  });

  test("a failure is everybody's, and 304 has no body", async () => {
    await start();
    let statuses: number[] | undefined;
    void Promise.all([poll(), poll()]).then((replies) => {
      statuses = replies.map(({ status }) => status);
    });
    // A read is sent again a few times.
    await expect
      .poll(() => {
        for (const each of held.splice(0)) each.destroy();
        return statuses;
      })
      .toEqual([502, 502]);
    const unchanged = poll({ "if-none-match": '"1"' });
    await arrived(1);
    held.splice(0)[0]?.writeHead(304, { etag: '"1"' }).end();
    expect(await unchanged).toMatchObject({ status: 304, text: "" });
    const refused = poll();
    await arrived(1);
    sendJson(held.splice(0)[0] as ServerResponse, 401, { detail: "no" });
    expect((await refused).status).toBe(502);
  });

  test("a service that does not answer in time: 504", async () => {
    await start({ timeouts: { firstByteMs: 300 } });
    expect((await Promise.all([poll(), poll()])).map(({ status }) => status)).toEqual([504, 504]);
  });
}
