import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ScopedProxy, secret, startScopedProxy } from "./scoped-proxy.ts";

/** Questions, retrieval and extraction use the files of the caller. */
export function scopesHoldQuestions(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  beforeEach(async () => {
    scoped = await startScopedProxy(adapter);
  });
  afterEach(() => scoped.under.close());

  test("an empty scope is answered by the proxy and never forwarded as an empty list", async () => {
    expect((await scoped.as("zoe", "GET", "/")).json()).toEqual([]);
    expect((await scoped.as("zoe", "GET", "/?file_ids=")).json()).toEqual([]);
    const retrieved = await scoped.as("zoe", "POST", "/prebuilt-rag", { body: { query: "pump" } });
    expect(retrieved.json()).toEqual({ query: "pump", chunks: [], total: 0 });
    const asked = await scoped.as("zoe", "POST", "/ask-sources", { body: { question: "?" } });
    expect(asked.json()).toMatchObject({
      answer: "No files were selected, so there is nothing to answer from.",
      conversation_id: expect.any(String),
      citations: [],
    });
    const structured = await scoped.as("zoe", "POST", "/ask-sources", {
      body: { question: "?", output_schema: { type: "object", properties: {} } },
    });
    expect(structured.json()).toMatchObject({ structured_output: null, raw_json: null, citations: [] });
    const streamed = await scoped.as("zoe", "POST", "/ask-sources", {
      body: { question: "?" },
      headers: { accept: "text/event-stream" },
    });
    expect(streamed.headers["content-type"]).toBe("text/event-stream");
    expect(streamed.text).toMatch(/^event: delta\ndata: .*\n\nevent: answer\ndata: .*\n\n$/);
    const extracted = await scoped.as("zoe", "POST", "/run-extraction", {
      body: { user_instruction: "x", output_schema: {} },
    });
    expect(extracted.status).toBe(400);
    expect(scoped.seen()).toEqual([]);
  });

  test("a question about everything is about everything visible", async () => {
    const own = await scoped.ingest("anna");
    for (const [path, body] of [
      ["/ask-sources", { question: "?" }],
      ["/ask-sources", { question: "?", file_ids: null, file_names: null }],
      ["/prebuilt-rag", { query: "?" }],
    ] as const) {
      scoped.seen();
      const reply = await scoped.as("anna", "POST", path, { body });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain(secret);
      expect(JSON.parse(scoped.seen().at(-1)?.body ?? "").file_ids.sort()).toEqual(["f-given", own]);
    }
  });

  test("a file that is gone does not spoil a question about everything", async () => {
    scoped.scopes.anna = { caller: "anna", files: ["f-given", "f-gone"] };
    const reply = await scoped.as("anna", "POST", "/ask-sources", { body: { question: "?" } });
    expect(reply.json().answer).toBe("given text");
  });

  test("names mean visible files only, and go up as ids", async () => {
    for (const [path, body] of [
      ["/ask-sources", { question: "?", file_names: ["given.md"] }],
      ["/prebuilt-rag", { query: "?", file_names: ["given.md"] }],
      ["/run-extraction", { file_names: ["given.md"], user_instruction: "x", output_schema: {} }],
    ] as const) {
      const reply = await scoped.as("anna", "POST", path, { body });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain(secret);
      const sent = JSON.parse(scoped.seen().at(-1)?.body ?? "");
      expect(sent.file_ids).toEqual(["f-given"]);
      expect(sent).not.toHaveProperty("file_names");
      const other = await scoped.as("anna", "POST", path, {
        body: { ...body, file_names: [`${secret}.md`] },
      });
      expect(other.status).toBe(404);
      expect(other.json().detail).toBe("File not found");
    }
    const elements = await scoped.as("anna", "POST", "/elements", { body: { file_name: "given.md" } });
    expect(elements.text).toContain("given text");
    expect(JSON.parse(scoped.seen().at(-1)?.body ?? "")).toEqual({ file_id: "f-given" });
  });

  test("an extraction has to name its files, as the contract says", async () => {
    const body = { user_instruction: "x", output_schema: {} };
    for (const named of [{}, { file_ids: [] }, { file_names: [] }, { file_ids: [], file_names: [] }]) {
      const reply = await scoped.as("anna", "POST", "/run-extraction", { body: { ...body, ...named } });
      expect(reply.status).toBe(400);
      expect(reply.json().detail).toBe("At least one of file_ids or file_names is required");
    }
    expect(scoped.seen()).toEqual([]);
  });

  test("an empty list means no files, never all", async () => {
    const reply = await scoped.as("anna", "POST", "/ask-sources", {
      body: { question: "?", file_ids: [] },
    });
    expect(reply.json().answer).toContain("No files were selected");
    expect(scoped.seen()).toEqual([]);
  });
}
