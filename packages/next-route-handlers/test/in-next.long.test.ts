import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createSourcesClient, ingestFile, streamAnswer, unwrap, waitForBuild } from "@headwater/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type RecordingUpstream,
  startRecordingUpstream,
} from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { rawGet, send, sendRaw } from "../../proxy-core/testing/conformance/send.ts";
import type { TestServer } from "../../server/testing/start-server.ts";
import { startServerProcess } from "../../server/testing/start-server-process.ts";
import { buildNextApp, type NextApp, type RunningNextApp } from "../testing/next-app.ts";

const mebibyte = 1024 * 1024;
const multipart = { "content-type": "multipart/form-data; boundary=----b" };

const route = (more = "") => `
import { createRouteHandlers } from "@headwater/next-route-handlers";
${more}
export const { GET, POST, PUT, PATCH, DELETE } = createRouteHandlers({
  baseUrl: process.env.HEADWATER_URL!,
  token: process.env.HEADWATER_TOKEN!,
  authorize: () => true,
});`;
const document = "# Warranty\n\nThe warranty for the pump lasts two years. Send it back with its invoice.";
const edge = 'export const runtime = "edge";';

/** Its page needs the hooks, and is tried with the published packages (bench/readme-apps). */
const pageOfHooks = ["app/layout.tsx", "app/providers.tsx", "app/page.tsx"];
/** Reads the files of an app from the README. Their first line names them: `// app/ask/page.tsx`. */
const readmeFiles = Object.fromEntries(
  [
    ...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(
      /^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm,
    ),
  ]
    .map(([, path = "", code = ""]) => [path, code])
    .filter(([path = ""]) => !pageOfHooks.includes(path)),
);

/** Sends a body of zeros with its length. Resolves to the answer. */
function upload(url: string, bytes: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...multipart, "content-length": String(bytes) };
    const outgoing = httpRequest(url, { method: "POST", headers, agent: false });
    outgoing.on("response", async (response: IncomingMessage) =>
      resolve({ status: response.statusCode ?? 0, text: await text(response) }),
    );
    outgoing.on("error", reject);
    const piece = Buffer.alloc(mebibyte);
    let left = bytes;
    const write = () => {
      while (left > 0) {
        const part = left < piece.length ? piece.subarray(0, left) : piece;
        left -= part.length;
        if (!outgoing.write(part)) return void outgoing.once("drain", write);
      }
      outgoing.end();
    };
    write();
  });
}

/** Peak memory of a process in bytes. */
const peakMemory = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

describe.each(["next", "next15"] as const)("%s", (next) => {
  const guard = next === "next" ? "proxy" : "middleware";
  let app: NextApp;
  let upstream: RecordingUpstream;
  let server: RunningNextApp;
  beforeAll(async () => {
    app = await buildNextApp({
      next,
      files: {
        ...readmeFiles,
        "app/api/documents/[[...path]]/route.ts": route(),
        "app/api/edge/[[...path]]/route.ts": route(edge),
        "app/api/cut/[[...path]]/route.ts": route(),
        "app/api/kept/[[...path]]/route.ts": route("export const revalidate = 60;"),
        "app/api/forced/[[...path]]/route.ts": route('export const fetchCache = "force-cache";'),
        "app/api/forced-edge/[[...path]]/route.ts": route(
          `export const fetchCache = "force-cache";\n${edge}`,
        ),
        [`${guard}.ts`]: `import { NextResponse } from "next/server";
          export const ${guard} = () => NextResponse.next();
          export const config = { matcher: "/api/cut/:path*" };`,
      },
    });
    upstream = await startRecordingUpstream();
    server = await app.start({
      HEADWATER_URL: upstream.baseUrl,
      HEADWATER_TOKEN: "token-of-the-app",
      ACME_TOKEN: "token-of-acme",
    });
  }, 600_000);
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await server.stop();
    await upstream.close();
    await app.remove();
  });

  describe.each(["/api/documents", "/api/edge"])("at %s", (mount) => {
    let service: TestServer;
    let served: RunningNextApp;
    beforeAll(async () => {
      service = await startServerProcess();
      served = await app.start({ HEADWATER_URL: service.baseUrl, HEADWATER_TOKEN: service.token });
    });
    afterAll(async () => {
      await served.stop();
      await service.close();
    });

    it("documents go in and cited answers come out of the real service, streamed as well", async () => {
      const client = createSourcesClient({ baseUrl: served.origin + mount });
      const file = new File([document], "pump.md");
      const { build_id } = await ingestFile(client, { file });
      const { fileId } = await waitForBuild(client, build_id);
      const body = { question: "How long does the warranty last?", file_ids: [fileId] };
      const { answer, citations } = await unwrap(client.POST("/ask-sources", { body }));
      expect(answer).toContain("two years");
      expect(citations?.[0]?.file_name).toBe("pump.md");
      const events = [];
      for await (const event of streamAnswer(client, body)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: "answer", answer: { answer } });
      expect((await unwrap(client.DELETE("/delete", { body: { file_id: fileId } }))).file_id).toBe(fileId);
      expect(await unwrap(client.GET("/"))).toEqual([]);
    });

    it("a query arrives as it was sent, without what the route adds to it", async () => {
      for (const query of ["", "?file_ids=a&file_ids=b", "?file_ids=a%2Cb"]) {
        await send(server.origin + mount, "GET", query);
        await send(server.origin + mount, "GET", `/sources${query}`);
      }
      expect(upstream.requests.map(({ target }) => target.replace("/sources/", ""))).toEqual([
        "",
        "",
        "?file_ids=a&file_ids=b",
        "?file_ids=a&file_ids=b",
        "?file_ids=a%2Cb",
        "?file_ids=a%2Cb",
      ]);
    });
  });

  it("a body that a matched middleware cuts off is noticed, and reported with the fix", async () => {
    const cut = await upload(`${server.origin}/api/cut/ingest-file`, 12 * mebibyte);
    expect(cut.status).toBe(400);
    const { detail } = JSON.parse(cut.text);
    expect(detail).toContain(`where Content-Length announced ${12 * mebibyte}: it was cut short on its way`);
    expect(detail).toContain("experimental.proxyClientMaxBodySize");
    const [request] = upstream.requests;
    if (request) expect(await request.ended).toBe("broken-off");

    const whole = await upload(`${server.origin}/api/documents/ingest-file`, 12 * mebibyte);
    expect(whole.status).toBe(200);
    expect(upstream.requests.at(-1)?.bytes).toBe(12 * mebibyte);
  });

  it("so is one that the edge runtime of `next start` cuts off", async () => {
    const { status, text } = await upload(`${server.origin}/api/edge/ingest-file`, 12 * mebibyte);
    expect(status).toBe(400);
    expect(text).toContain("it was cut short on its way");
  });

  it("eight uploads of 100 MB pass at a time without being held in memory", async () => {
    await upload(`${server.origin}/api/documents/ingest-file`, 12 * mebibyte);
    const before = peakMemory(server.pid);
    const url = `${server.origin}/api/documents/ingest-file`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(url, 100 * mebibyte)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(upstream.requests.slice(1).map(({ bytes }) => bytes)).toEqual(Array(8).fill(100 * mebibyte));
    const grown = (peakMemory(server.pid) - before) / mebibyte;
    // Next.js itself needs this to read eight bodies at a time. Bodies held in memory would need 800.
    expect(grown).toBeLessThan(300);
  });

  it.each(["kept", "forced", "forced-edge"])(
    "answers are never kept, whatever the route says: %s",
    async (mount) => {
      // The headers must be equal: the cache of Next.js distinguishes requests by their headers.
      const headers = { "x-request-id": "the-same" };
      for (let round = 0; round < 2; round++)
        expect((await send(`${server.origin}/api/${mount}`, "GET", "/builds/b1", { headers })).status).toBe(
          200,
        );
      expect(upstream.requests).toHaveLength(2);
    },
  );

  it("a large answer passes as slowly as the client takes it", async () => {
    const bytes = 256 * mebibyte;
    let written = 0;
    upstream.handle((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": String(bytes) });
      const piece = Buffer.alloc(mebibyte, 32);
      const write = () => {
        while (written < bytes) {
          written += piece.length;
          if (!response.write(piece)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    });
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpRequest(`${server.origin}/api/documents/get-elements?file_id=f1`, { agent: false }, resolve).end(),
    );
    let before = -1;
    const stands = () => {
      const same = before === written;
      before = written;
      return same;
    };
    await expect.poll(stands, { interval: 250, timeout: 20_000 }).toBe(true);
    expect(written).toBeLessThan(bytes / 2);
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    expect(received).toBe(bytes);
  });

  it("what Next.js answers by itself never reaches the service", async () => {
    const mount = `${server.origin}/api/documents`;
    const doubled = await send(mount, "GET", "//builds//b1");
    expect(doubled).toMatchObject({ status: 308, headers: { location: "/api/documents/builds/b1" } });
    for (const method of ["PROPFIND", "TRACE", "GETX", "get"])
      expect((await sendRaw(mount, rawGet("/api/documents/builds/b1", [], method))).status, method).not.toBe(
        200,
      );
    expect((await send(mount, "PUT", "/builds/b1")).status).toBe(405);
    expect((await send(mount, "OPTIONS", "/builds/b1")).headers.allow).toContain("DELETE");
    expect(upstream.requests).toEqual([]);
  });

  describe("the recipes of the README", () => {
    it("a scope per user: nothing without a session, only what is the user's with one", async () => {
      const scoped = `${server.origin}/api/scoped`;
      expect(await send(scoped, "GET", "")).toMatchObject({ status: 401 });
      const headers = { cookie: "user=anna" };
      const list = await send(scoped, "GET", "", { headers });
      expect({ status: list.status, files: list.json() }).toEqual({ status: 200, files: [] });
      const elements = await send(scoped, "GET", "/get-elements?file_id=of-bob", { headers });
      expect(elements.status).toBe(404);
      expect(upstream.requests).toEqual([]);
    });

    it("tenants with tokens of their own", async () => {
      const tenants = `${server.origin}/api/tenants`;
      expect((await send(tenants, "GET", "", { headers: { host: "acme.example.com" } })).status).toBe(200);
      expect(upstream.requests[0]?.headers.authorization).toBe("Bearer token-of-acme");
      for (const host of ["globex.example.com", "other.example.com"])
        expect((await send(tenants, "GET", "", { headers: { host } })).status).toBe(403);
      expect(upstream.requests).toHaveLength(1);
    });

    it("a server component that asks the service itself", async () => {
      const page = await send(server.origin, "GET", "ask?q=How+long");
      expect(page.status).toBe(200);
      expect(upstream.requests[0]).toMatchObject({
        path: "/sources/ask-sources",
        body: '{"question":"How long"}',
      });
      expect(upstream.requests[0]?.headers.authorization).toBe("Bearer token-of-the-app");
      expect(page.text).not.toContain("token-of-the-app");
    });
  });
});

describe.each(["next", "next15"] as const)("%s with basePath and trailingSlash", (next) => {
  const wrapped = `
import type { NextRequest } from "next/server";
import { createRouteHandlers } from "@headwater/next-route-handlers";
const handlers = createRouteHandlers({
  basePath: "/api/wrapped",
  baseUrl: process.env.HEADWATER_URL!,
  token: process.env.HEADWATER_TOKEN!,
  authorize: () => true,
});
export const GET = (request: NextRequest) => handlers.GET(request);
export const POST = (request: NextRequest) => handlers.POST(request);`;
  let app: NextApp;
  let upstream: RecordingUpstream;
  let server: RunningNextApp;
  beforeAll(async () => {
    app = await buildNextApp({
      next,
      files: {
        "app/api/documents/[[...path]]/route.ts": route(),
        "app/api/edge/[[...path]]/route.ts": route(edge),
        "app/api/wrapped/[[...path]]/route.ts": wrapped,
        "app/[tenant]/documents/[...rest]/route.ts": route(),
      },
      config:
        'basePath: "/base", trailingSlash: true, rewrites: async () => [{ source: "/docs/:path*", destination: "/api/documents/:path*" }]',
    });
    upstream = await startRecordingUpstream();
    server = await app.start({ HEADWATER_URL: upstream.baseUrl, HEADWATER_TOKEN: "t" });
  }, 600_000);
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await server.stop();
    await upstream.close();
    await app.remove();
  });

  it.each(["/api/documents", "/api/edge", "/api/wrapped", "/acme/documents", "/docs"])(
    "%s finds its mount point",
    async (mount) => {
      const base = `${server.origin}/base${mount}`;
      const redirected = await fetch(`${base}/ask-sources`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"question":"?"}',
      });
      expect(redirected.status).toBe(200);
      expect((await send(base, "GET", "/builds/caf%C3%A9/?page=1&page_size=2")).status).toBe(200);
      expect((await send(base, "GET", "/builds/a%2Fb/")).status).toBe(404);
      expect(upstream.requests.map(({ target }) => target)).toEqual([
        "/sources/ask-sources",
        "/sources/builds/caf%C3%A9?page=1&page_size=2",
      ]);
    },
  );
});
