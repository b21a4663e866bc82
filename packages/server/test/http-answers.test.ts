import { get as httpGet, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";
import type { SettledBuild } from "../testing/start-server.ts";

describe("answers", () => {
  let server: SharedService;
  let build: SettledBuild;
  let pdf: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    const prose = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} is about kettles.`).join(
      "\n\n",
    );
    build = await server.ingestAndWait("kettles.txt", prose);
    pdf = await server.ingestAndWait("paper.pdf", samplePdf({ pages: 1, seed: 7 }));
  });

  /** The raw bytes, because `fetch` would undo the compression. */
  const getRaw = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ headers: IncomingMessage["headers"]; bytes: Buffer }>((resolve, reject) => {
      const all = { authorization: `Bearer ${server.token}`, ...headers };
      httpGet(server.baseUrl + path, { headers: all, agent: false }, (response) => {
        buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject);
      }).on("error", reject);
    });
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(server.origin + path, {
      method,
      headers: { authorization: `Bearer ${server.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });

  describe("HEAD", () => {
    it("answers like GET, without the body", async () => {
      const paths = [
        "/sources/",
        "/healthz",
        "/readyz",
        `/sources/builds/${build.build_id}`,
        `/get-elements?file_id=${build.file_id}`,
        `/${pdf.file_id}/pages/1/screenshot`,
      ];
      for (const path of paths) {
        const response = await ask("HEAD", path);
        expect(response.status, path).toBe(200);
        expect(response.headers.get("content-type")).toMatch(/^application\/json/);
        expect(await response.text()).toBe("");
      }
      expect((await ask("HEAD", "/sources/")).headers.get("x-total-count")).toBe("2");
    });

    it("runs GET's checks", async () => {
      const status = async (path: string, headers = {}) => (await ask("HEAD", path, headers)).status;
      expect(await status("/sources/", { authorization: "Bearer wrong" })).toBe(401);
      expect(await status("/get-elements")).toBe(400);
      expect(await status("/get-elements?file_id=unknown")).toBe(404);
      expect(await status("/ask-sources")).toBe(405);
      expect(await status("/tokens")).toBe(403);
    });
  });

  describe("compression", () => {
    const elements = () => `/get-elements?file_id=${build.file_id}`;

    it("br and gzip for clients that accept them, identity for clients that ask for it or for nothing", async () => {
      const plain = await getRaw(elements());
      expect(plain.headers["content-encoding"]).toBeUndefined();
      const identity = await getRaw(elements(), { "accept-encoding": "identity" });
      expect(identity.headers["content-encoding"]).toBeUndefined();
      expect(identity.headers["content-length"]).toBe(String(plain.bytes.length));
      const gzip = await getRaw(elements(), { "accept-encoding": "gzip, deflate" });
      expect(gzip.headers).toMatchObject({
        "content-encoding": "gzip",
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
      const br = await getRaw(elements(), { "accept-encoding": "gzip, br" });
      expect(br.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 4);
      const refused = await getRaw(elements(), { "accept-encoding": "gzip;q=0, br;q=0" });
      expect(refused.headers["content-encoding"]).toBeUndefined();
    });

    it("the streamed list of sources too", async () => {
      const gzip = await getRaw("/", { "accept-encoding": "gzip" });
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toHaveLength(2);
    });

    it("never for small answers, pictures and event streams", async () => {
      const accept = { "accept-encoding": "gzip, br" };
      const encoding = async (path: string, headers = {}) =>
        (await getRaw(path, { ...accept, ...headers })).headers["content-encoding"];
      expect(await encoding("/healthz")).toBeUndefined();
      expect(await encoding(`/${pdf.file_id}/pages/1/screenshot`, { accept: "image/png" })).toBeUndefined();
      const events = await ask(
        "POST",
        "/ask-sources",
        { ...accept, accept: "text/event-stream", "content-type": "application/json" },
        JSON.stringify({ question: "What is paragraph 7 about?" }),
      );
      expect(events.headers.get("content-encoding")).toBeNull();
      expect(await events.text()).toMatch(/^id: 1\nevent: status/);
    });
  });

  it("401 names the scheme (RFC 6750), and says that a sent token is invalid", async () => {
    const challenge = async (headers: Record<string, string>) =>
      (await fetch(server.baseUrl, { headers })).headers.get("www-authenticate");
    expect(await challenge({})).toBe('Bearer realm="headwater"');
    expect(await challenge({ authorization: "Bearer x" })).toBe(
      'Bearer realm="headwater", error="invalid_token"',
    );
    expect((await ask("GET", "/tokens")).headers.get("www-authenticate")).toBeNull();
  });

  it("If-None-Match takes lists, weak tags and *", async () => {
    const path = `/${pdf.file_id}/pages/1/screenshot`;
    const picture = (headers: Record<string, string>) =>
      ask("GET", path, { accept: "image/png", ...headers });
    const etag = (await picture({})).headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag}`, "*"])
      expect((await picture({ "if-none-match": known })).status, known).toBe(304);
    for (const other of ['"other"', etag.replaceAll('"', ""), "W/*", '"*"'])
      expect((await picture({ "if-none-match": other })).status, other).toBe(200);
  });

  it("answers a list of sources that the client has already with 304, until something changes", async () => {
    const list = (query: string, known?: string) =>
      ask("GET", `/${query}`, known === undefined ? {} : { "if-none-match": known });
    const first = await list("");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const again = await list("", etag);
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    // Another list of the same sources is not that one.
    expect((await list("?sort=file_name", etag)).status).toBe(200);
    const { file_id } = await server.ingestAndWait("one-more.txt", "One more.");
    const changed = await list("", etag);
    expect(changed.status).toBe(200);
    const next = changed.headers.get("etag") ?? "";
    await server.call("PATCH", `/${file_id}`, { tags: ["paid"] });
    expect((await list("", next)).status).toBe(200);
    await server.call("DELETE", "/delete", { file_id });
    expect((await list("", next)).status).toBe(200);
  });

  it("Accept with q-values chooses the picture or JSON, and events or JSON", async () => {
    const picture = async (accept: string) =>
      (await ask("GET", `/${pdf.file_id}/pages/1/screenshot`, { accept })).headers.get("content-type");
    expect(await picture("image/png;q=0.3, application/json")).toMatch(/json/);
    expect(await picture("application/json;q=0.3, image/png")).toBe("image/png");
    expect(await picture("image/avif,image/webp,image/*;q=0.9,*/*;q=0.8")).toBe("image/png");
    const answer = async (accept: string) => {
      const headers = { accept, "content-type": "application/json" };
      const body = JSON.stringify({ question: "What is paragraph 7 about?" });
      const response = await ask("POST", "/ask-sources", headers, body);
      await response.text();
      return response.headers.get("content-type");
    };
    expect(await answer("text/event-stream;q=0.1, application/json")).toMatch(/^application\/json/);
    expect(await answer("application/json, text/event-stream")).toBe("text/event-stream");
    expect(await answer("text/event-stream;q=0")).toMatch(/^application\/json/);
  });

  it("/docs loads its scripts over plain http from any host", async () => {
    const response = await fetch(`${server.origin}/docs/`);
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src");
    expect(policy).not.toContain("upgrade-insecure-requests");
    const page = await response.text();
    const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? "");
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) {
      const loaded = await fetch(new URL(script, response.url));
      expect(loaded.status, script).toBe(200);
      expect(new URL(loaded.url).protocol).toBe("http:");
    }
    const document = (await (await fetch(`${server.origin}/openapi/sources.json`)).json()) as {
      servers: unknown;
    };
    expect(document.servers).toEqual([{ url: "../sources", description: "This service." }]);
  });
});
