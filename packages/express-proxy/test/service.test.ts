import {
  createSourcesClient,
  flowUrl,
  ingestFile,
  streamAnswer,
  unwrap,
  waitForBuild,
} from "@headwater/client";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../../server/testing/documents/sample-pdf.ts";
import type { TestServer } from "../../server/testing/start-server.ts";
import { startServerProcess } from "../../server/testing/start-server-process.ts";
import { defaultOperations, documentsProxy } from "../src/index.ts";
import { type StartedApp, startExpress } from "../testing/start-express.ts";

let service: TestServer;
let app: StartedApp;
beforeAll(async () => {
  service = await startServerProcess();
  const application = express();
  application.use(
    "/api/documents",
    documentsProxy({
      baseUrl: service.baseUrl,
      token: service.token,
      allow: [...defaultOperations, "getSourceContent"],
      authorize: (request) => {
        const user = request.get("x-user");
        return user === "admin" ? true : user !== undefined && { caller: user, ingest: true };
      },
    }),
  );
  app = await startExpress(application);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const clientOf = (user: string) =>
  createSourcesClient({ baseUrl: `${app.origin}/api/documents`, headers: { "x-user": user }, maxRetries: 0 });

describe("the real service behind the proxy", () => {
  it.each(["admin", "ada"])("takes a document from its upload to its deletion (%s)", async (user) => {
    const client = clientOf(user);
    const file = new File([new Uint8Array(samplePdf({ pages: 3, seed: 7 }))], `${user}.pdf`);
    const { build_id } = await ingestFile(client, { file });
    const { fileId, outcome } = await waitForBuild(client, build_id);
    expect(outcome).toBe("ready");

    const elements = await unwrap(client.GET("/get-elements", { params: { query: { file_id: fileId } } }));
    expect(elements.items.length).toBeGreaterThan(0);
    const question = { question: "What exceeded the harbour?", file_ids: [fileId] };
    const answer = await unwrap(client.POST("/ask-sources", { body: question }));
    expect(answer.conversation_id).toEqual(expect.any(String));
    const last = { question: "And what else?", conversation_id: answer.conversation_id };
    const events = [];
    for await (const event of streamAnswer(client, last)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "answer" });

    const address = `${app.origin}/api/documents/${fileId}/pages/2/screenshot`;
    const headers = { "x-user": user, accept: "image/png" };
    const image = await fetch(address, { headers });
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(image.headers.get("cache-control")).toContain("private");
    const again = await fetch(address, {
      headers: { ...headers, "if-none-match": image.headers.get("etag") ?? "" },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);

    const path = { file_id: fileId };
    const original = await unwrap(client.GET("/{file_id}/content", { params: { path }, parseAs: "blob" }));
    expect(await original.bytes()).toEqual(new Uint8Array(await file.arrayBuffer()));
    const header = { Range: "bytes=-5" };
    const end = client.GET("/{file_id}/content", { params: { path, header }, parseAs: "blob" });
    expect((await end).response.status).toBe(206);
    expect(await (await unwrap(end)).bytes()).toEqual(new Uint8Array(await file.slice(-5).arrayBuffer()));
    const missing = client.GET("/{file_id}/content", {
      params: { path: { file_id: "x" } },
      parseAs: "blob",
    });
    await expect(unwrap(missing)).rejects.toMatchObject({ status: 404, detail: "File not found" });

    const { status } = await unwrap(client.DELETE("/delete", { body: { file_id: fileId } }));
    expect(status).toBe("success");
    const sources = await unwrap(client.GET("/"));
    expect(sources.map((source) => source.file_id)).not.toContain(fileId);
  });

  it("keeps callers apart", async () => {
    const { build_id } = await ingestFile(clientOf("ada"), { file: new File(["# Ada\n\nMine."], "ada.md") });
    const { fileId } = await waitForBuild(clientOf("ada"), build_id);
    const bob = clientOf("bob");
    expect(await unwrap(bob.GET("/"))).toEqual([]);
    const read = await bob.GET("/get-elements", { params: { query: { file_id: fileId } } });
    expect([
      read.response.status,
      (await clientOf("ada").GET("/")).data?.map(({ file_id }) => file_id),
    ]).toEqual([404, [fileId]]);
    expect((await bob.DELETE("/delete", { body: { file_id: fileId } })).response.status).toBe(404);
  });

  it("says the service's own 411 and 413", async () => {
    const address = `${app.origin}/api/documents/ingest-file`;
    const headers = { "x-user": "admin", "content-type": "multipart/form-data; boundary=b" };
    const chunked = await fetch(address, {
      method: "POST",
      headers,
      body: new Blob(["--b--\r\n"]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(411);
    const large = new FormData();
    large.set("file", new Blob([new Uint8Array(101 * 1024 * 1024)]), "large.pdf");
    const refused = await fetch(address, { method: "POST", headers: { "x-user": "admin" }, body: large });
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { detail: "File size exceeds the maximum allowed limit of 100MB" },
    ]);
  });

  it("answers the probes and lists flows", async () => {
    const headers = { "x-user": "admin" };
    const ready = await fetch(`${app.origin}/api/documents/readyz`, { headers });
    expect(ready.status).toBe(200);
    const flow = flowUrl("support", { baseUrl: `${app.origin}/api/documents` });
    const unknown = await fetch(`${flow}/datasets`, { headers });
    expect(await unknown.json()).toMatchObject({ detail: expect.any(String) });
  });
});
