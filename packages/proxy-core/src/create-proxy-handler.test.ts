import { expect, test } from "vitest";
import { createProxyHandler, type ProxyHandlerOptions } from "./create-proxy-handler.ts";

const options: ProxyHandlerOptions = {
  baseUrl: "http://127.0.0.1:4000/sources",
  token: "hw-secret-token",
  authorize: () => true,
  basePath: "/api/documents",
  fetch: async (input, init) => {
    // Read the body, as a real service would.
    const sent = new Request(input, init);
    await sent.arrayBuffer();
    return Response.json({ url: sent.url });
  },
};
const post = (body: BodyInit, headers: Record<string, string>) =>
  new Request("http://app.example/api/documents/ask-sources", { method: "POST", body, headers });

test("answers below its base path only", async () => {
  const handle = createProxyHandler(options);
  const statusOf = async (path: string) => (await handle(new Request(`http://app.example${path}`))).status;
  expect(await statusOf("/api/documents")).toBe(200);
  expect(await statusOf("/api/documents/")).toBe(200);
  expect(await statusOf("/api/documents?file_ids=a")).toBe(200);
  expect(await statusOf("/api/documents/builds/b1#fragment")).toBe(200);
  expect(await statusOf("/api/documentsx")).toBe(404);
  expect(await statusOf("/api/documentsx/builds/b1")).toBe(404);
  expect(await statusOf("/builds/b1")).toBe(404);
  expect(await statusOf("/")).toBe(404);
  const atRoot = createProxyHandler({ ...options, basePath: "/" });
  expect((await atRoot(new Request("http://app.example/builds/b1"))).status).toBe(200);
});

test.each(["documents", "/api documents", "/api?x", "/api//documents"])(
  "refuses the base path %s",
  (basePath) => {
    expect(() => createProxyHandler({ ...options, basePath })).toThrow(/basePath/);
  },
);

test.each([100, 200_000])(
  "notices that a body of %d bytes was cut short by a framework, and says how to mend it",
  async (announced) => {
    const handle = createProxyHandler(options);
    const reply = await handle(post("x".repeat(announced / 2), { "content-length": String(announced) }));
    expect(reply.status).toBe(400);
    const { detail } = (await reply.json()) as { detail: string };
    expect(detail).toContain(`has ${announced / 2} bytes where Content-Length announced ${announced}`);
    expect(detail).toContain("experimental.proxyClientMaxBodySize");
  },
);

test("notices a body that is longer than announced", async () => {
  const handle = createProxyHandler(options);
  const reply = await handle(post("x".repeat(200_000), { "content-length": "100000" }));
  expect(reply.status).toBe(400);
});

test.each([{}, { "content-length": "16" }])(
  "a body that was read before fails at once, with the fix named",
  async (headers) => {
    for (const authorize of [() => true, () => ({ caller: "anna" })]) {
      const handle = createProxyHandler({ ...options, authorize });
      const request = post('{"question":"?"}', { "content-type": "application/json", ...headers });
      await request.json();
      const reply = await handle(request);
      expect(reply.status).toBe(500);
      expect(((await reply.json()) as { detail: string }).detail).toContain("mount the proxy before");
    }
  },
);

test.each(["1e3", "-1", "12x", "99999999999999999999"])(
  "a Content-Length of %s is refused",
  async (length) => {
    const handle = createProxyHandler(options);
    expect((await handle(post("{}", { "content-length": length }))).status).toBe(400);
  },
);

test("without a Host header the address itself says whose page it is", async () => {
  const handle = createProxyHandler(options);
  const statusFrom = async (origin: string) => (await handle(post("{}", { origin }))).status;
  expect(await statusFrom("http://app.example")).toBe(200);
  expect(await statusFrom("http://evil.example")).toBe(403);
});

test("flows are addressed by host below flowsDomain", async () => {
  const urlOf = async (flowsDomain: string | undefined, path: string, method: string) => {
    const handle = createProxyHandler({ ...options, ...(flowsDomain ? { flowsDomain } : {}) });
    const reply = await handle(new Request(`http://app.example/api/documents${path}`, { method }));
    return ((await reply.json()) as { url: string }).url;
  };
  expect(await urlOf("flows.example.com", "/flows/support/datasets", "GET")).toBe(
    "https://support.flows.example.com/datasets",
  );
  expect(await urlOf("http://flows.localhost:4000/", "/flows/support", "POST")).toBe(
    "http://support.flows.localhost:4000/",
  );
  expect(await urlOf("flows.example.com", "/flows", "GET")).toBe("https://flows.example.com/");
  expect(await urlOf(undefined, "/flows/support/datasets", "GET")).toBe(
    "http://127.0.0.1:4000/flows/support/datasets",
  );
});

test("an answer that the platform has decompressed says nothing of its compression", async () => {
  const handle = createProxyHandler({
    ...options,
    fetch: async () =>
      new Response("[]", {
        headers: { "content-type": "application/json", "content-encoding": "gzip", "content-length": "22" },
      }),
  });
  const reply = await handle(new Request("http://app.example/api/documents"));
  expect(reply.headers.get("content-encoding")).toBeNull();
  expect(reply.headers.get("content-length")).toBeNull();
  expect(await reply.text()).toBe("[]");
});
