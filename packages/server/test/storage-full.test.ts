import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSourcesClient, ingestFile } from "@headwater/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** More than any disk has, so the whole disk is reserve. */
const everything = { HEADWATER_DISK_LIMITS: "reserve=1000000000" };

describe("a service whose disk is full", () => {
  let dataFolder: string;
  let server: TestServer;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "headwater-full-"));
    const before = await startServer({ HEADWATER_DATA: dataFolder });
    await before.ingestAndWait("harbour.md", "# Harbour\n\nThe lantern of the harbour is green.");
    await before.close();
    server = await startServer({ HEADWATER_DATA: dataFolder, ...everything });
  });
  afterAll(async () => {
    await server.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  it.each(["/ingest-file", "/upload"])(
    "refuses %s with 507 and the advice not to repeat it, before the body has come",
    async (path) => {
      const upload = request(`${server.baseUrl}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.token}`,
          "content-type": "multipart/form-data; boundary=x",
          "content-length": 1_000_000,
        },
      });
      upload.on("error", () => {});
      upload.flushHeaders();
      const [response] = await once(upload, "response");
      upload.destroy();
      expect(response.statusCode).toBe(507);
      expect(response.headers["x-should-retry"]).toBe("false");
    },
  );

  it.each([
    ["/ingest-url", "https://example.invalid/"],
    ["/upload-url-source", "https://example.invalid/"],
    ["/ingest-github", "https://github.com/example/pump"],
    ["/upload-github-source", "https://github.com/example/pump"],
    ["/ingest-youtube", "https://youtu.be/dQw4w9WgXcQ"],
    ["/upload-youtube-source", "https://youtu.be/dQw4w9WgXcQ"],
  ])("refuses %s with 507, and says so in its capabilities", async (path, url) => {
    expect(await server.call("POST", path, { url })).toMatchObject({
      status: 507,
      body: { detail: expect.stringMatching(/no space left/) },
    });
    const answer = await server.fetch(`${server.origin}/readyz`);
    const ready = (await answer.json()) as { capabilities: string[] };
    expect(ready.capabilities.filter((name) => name.startsWith("ingest"))).toEqual([]);
  });

  it("says in words what to do, once, through the client", async () => {
    let calls = 0;
    const counting: typeof fetch = (...args) => {
      calls += 1;
      return server.fetch(...args);
    };
    const client = createSourcesClient({ baseUrl: server.baseUrl, token: server.token, fetch: counting });
    await expect(ingestFile(client, { file: new Blob(["more"]), fileName: "more.txt" })).rejects.toThrow(
      /no space left.*Delete sources/,
    );
    expect(calls).toBe(1);
  });

  it("refuses a caller without a valid token as before", async () => {
    const body = new FormData();
    body.set("file", new Blob(["more"]), "more.txt");
    const response = await server.fetch(`${server.baseUrl}/ingest-file`, { method: "POST", body });
    expect(response.status).toBe(401);
  });

  it("stays ready, without `ingest` among its capabilities", async () => {
    const response = await server.fetch(`${server.origin}/readyz`);
    expect(response.status).toBe(200);
    const report = (await response.json()) as { capabilities: string[] };
    expect(report).toMatchObject({ status: "ready", storage: "full" });
    expect(report.capabilities).toContain("ask");
    expect(report.capabilities).not.toContain("ingest");
  });

  it("continues asking, listing and deleting", async () => {
    const { body: sources } = await server.call<{ file_id: string }[]>("GET", "/");
    const question = "What colour is the lantern of the harbour?";
    const { body: answer } = await server.call<{ answer: string }>("POST", "/ask-sources", { question });
    expect(answer.answer).toContain("green");
    const file_id = sources[0]?.file_id;
    expect(await server.call("DELETE", "/delete", { file_id })).toMatchObject({ status: 200 });
    expect((await server.call("GET", "/")).body).toEqual([]);
  });
});
