import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ScopedProxy, secret, startScopedProxy } from "./scoped-proxy.ts";

const foreign = `f-${secret}-bob`;

/** Reading one file, and what requests about files may say. */
export function scopesHoldFiles(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  beforeEach(async () => {
    scoped = await startScopedProxy(adapter);
  });
  afterEach(() => scoped.under.close());

  test("a known spelling is understood, and said together with the service's own notice", async () => {
    const spelled = await scoped.as("anna", "GET", "/get-elements?file_id=f-given&elements_to_remove=Title");
    expect(scoped.seen()[0]?.target).toBe("/sources/get-elements?file_id=f-given&elementsToRemove=Title");
    expect(spelled.headers["x-headwater-notice"]).toBe("elements_to_remove is read as elementsToRemove");
    const both = await scoped.as(
      "anna",
      "GET",
      "/get-elements?file_id=f-given&elements_to_remove=Title&elementsToRemove=Image&element_ids=,",
    );
    expect(scoped.seen()[0]?.target).toBe(
      "/sources/get-elements?file_id=f-given&elementsToRemove=Image&element_ids=%2C",
    );
    expect(both.headers["x-headwater-notice"]).toBeUndefined();
    await scoped.as("anna", "POST", "/ingest-url", {
      body: { url: "https://example.com", crawl_urls: true },
    });
    expect(JSON.parse(scoped.seen()[0]?.body ?? "")).toEqual({
      url: "https://example.com",
      crawlUrls: true,
    });
  });

  test("a file is found by its name in either Unicode form", async () => {
    const file_name = "Grüße.md".normalize("NFC");
    scoped.service.add({ file_id: "f-greeting", file_name, text: "greeting text" });
    scoped.scopes.anna = { caller: "anna", files: ["f-greeting"] };
    for (const form of ["NFC", "NFD"]) {
      const name = file_name.normalize(form);
      const asked = await scoped.as("anna", "POST", "/prebuilt-rag", {
        body: { query: "?", file_names: [name] },
      });
      expect(asked.text).toContain("greeting text");
      const read = await scoped.as("anna", "POST", "/elements", { body: { file_name: name } });
      expect(read.text).toContain("greeting text");
    }
  });

  test("what is wrong with a body is said as the service says it", async () => {
    const bodies: [string | Uint8Array, RegExp][] = [
      ["\ufeff{}", /byte order mark/],
      [new Uint8Array([0x1f, 0x8b, 8, 0]), /compressed/],
      ["{", /not valid JSON/],
    ];
    for (const [body, detail] of bodies) {
      const headers = { "content-type": "application/json" };
      const reply = await scoped.as("anna", "POST", "/prebuilt-rag", { body, headers });
      expect(reply).toMatchObject({ status: 400 });
      expect(reply.json().detail).toMatch(detail);
    }
    expect(scoped.seen()).toEqual([]);
  });

  test("HEAD of another's file is like one that never was", async () => {
    for (const id of ["f-never", foreign]) {
      const reply = await scoped.as("anna", "HEAD", `/get-elements?file_id=${id}`);
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 404, text: "" });
    }
    expect((await scoped.as("anna", "HEAD", "/get-elements?file_id=f-given")).status).toBe(200);
    for (const id of ["f-never", foreign])
      expect((await scoped.as("anna", "HEAD", `/${id}/content`)).status).toBe(404);
    expect((await scoped.as("anna", "HEAD", "/f-given/content")).status).toBe(200);
  });

  test("no scope manages tokens, also where the application allows it", async () => {
    const open = await startScopedProxy(adapter, { allow: ["listTokens", "createToken", "deleteToken"] });
    for (const [method, path] of [
      ["GET", "/tokens"],
      ["DELETE", "/tokens/t1"],
    ] as const)
      expect((await open.as("anna", method, path)).status).toBe(403);
    expect((await open.as("anna", "POST", "/tokens", { body: { name: "x" } })).status).toBe(403);
    expect(open.seen()).toEqual([]);
    await open.under.close();
  });

  const unknownAlike = [
    ["GET", (id: string) => `/get-elements?file_id=${id}`, undefined, "File not found"],
    ["POST", () => "/elements", (id: string) => ({ file_id: id }), "File not found"],
    ["GET", (id: string) => `/${id}/pages/1/screenshot`, undefined, "File not found"],
    ["GET", (id: string) => `/${id}/content`, undefined, "File not found"],
    ["POST", () => "/reprocess", (id: string) => ({ file_id: id }), "Source node not found"],
    ["POST", () => "/process", (id: string) => ({ file_id: id }), "Source node not found"],
    ["DELETE", () => "/delete", (id: string) => ({ file_id: id }), "Source not found"],
    ["POST", () => "/ask-sources", (id: string) => ({ question: "?", file_ids: [id] }), "File not found"],
    [
      "POST",
      () => "/ask-sources",
      (id: string) => ({ question: "?", file_ids: ["f-given", id] }),
      "File not found",
    ],
    ["POST", () => "/prebuilt-rag", (id: string) => ({ query: "?", file_ids: [id] }), "File not found"],
    [
      "POST",
      () => "/run-extraction",
      (id: string) => ({ file_ids: [id], user_instruction: "x", output_schema: {} }),
      "File not found",
    ],
  ] as const;
  test.each(unknownAlike)(
    "%s %s: another's file is like one that never was",
    async (method, path, body, detail) => {
      const call = (id: string) => scoped.as("anna", method, path(id), body ? { body: body(id) } : {});
      const [never, others] = [await call("f-never"), await call(foreign)];
      expect(never.status).toBe(404);
      expect(never.json()).toEqual({ detail, message: detail });
      const without = ({ date: _, "x-request-id": __, ...headers }: typeof never.headers) => headers;
      expect({ ...others, json: 0, headers: without(others.headers) }).toEqual({
        ...never,
        json: 0,
        headers: without(never.headers),
      });
      expect(scoped.seen()).toEqual([]);
    },
  );

  test("visible files are read, by id", async () => {
    for (const [method, path, body] of [
      ["GET", "/get-elements?file_id=f-given&page=1&page_size=5&page_numbers=1,2", undefined],
      ["POST", "/elements", { file_id: "f-given" }],
      ["GET", "/f-given/pages/1/screenshot?max_width=300", undefined],
      ["GET", "/f-given/content", undefined],
      ["POST", "/ask-sources", { question: "?", file_ids: ["f-given"] }],
      ["POST", "/prebuilt-rag", { query: "?", file_ids: ["f-given"] }],
      ["POST", "/run-extraction", { file_ids: ["f-given"], user_instruction: "x", output_schema: {} }],
    ] as const) {
      const reply = await scoped.as("anna", method, path, body ? { body } : {});
      expect(reply.status, path).toBe(200);
      expect(reply.text).toContain("given text");
    }
    expect(scoped.seen()[0]?.target).toBe(
      "/sources/get-elements?file_id=f-given&page=1&page_size=5&page_numbers=1&page_numbers=2",
    );
  });

  test("missing fields are refused in the contract's words", async () => {
    for (const [method, path, detail] of [
      ["POST", "/ask-sources", "question is required"],
      ["POST", "/prebuilt-rag", "query is required"],
      ["GET", "/get-elements", "file_id is required"],
      ["POST", "/elements", "file_id is required"],
      ["POST", "/reprocess", "Invalid input: file_id is required"],
      ["DELETE", "/delete", "Invalid input: file_id is required"],
    ] as const) {
      const reply = await scoped.as("anna", method, path, method === "GET" ? {} : { body: {} });
      expect([reply.status, reply.json().detail]).toEqual([400, detail]);
    }
    expect(scoped.seen()).toEqual([]);
  });

  test("pictures and everything else are for the caller alone", async () => {
    const picture = await scoped.as("anna", "GET", "/f-given/pages/1/screenshot");
    expect(picture.headers["cache-control"]).toBe("private, max-age=3600");
    const list = await scoped.as("anna", "GET", "/");
    expect(list.headers["cache-control"]).toBe("private, no-store");
  });
}
