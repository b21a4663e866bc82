import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("simulateFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("answers a page of the draft, which needs no deployment", async () => {
    const { status, body } = await server.flow("support", "POST", "/simulate", {
      body: { query: "How long?", page_size: 2 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 3,
      page: 1,
      page_size: 2,
      total_pages: 2,
      run_id: expect.any(String),
    });
    expect(body.items[1]).toEqual({
      id: "chunk-2",
      content: "Passage 2",
      metadata: { source: "warranty.pdf", page: 2, chunk_id: "chunk-2", score: 0.999, processing_node: null },
    });
  });

  it("streams, and the stream can be read again", async () => {
    const sent = { body: { query: "How long?" }, headers: { accept: "text/event-stream" } };
    const { text } = await server.flow("support", "POST", "/simulate", sent);
    expect(text).toMatch(/^id: 1\nevent: status\ndata: {"run_id":"[\w-]+"}\n\n/);
    expect(text).toMatch(/event: result\ndata: {"items":\[/);
    const [, runId] = /"run_id":"([\w-]+)"/.exec(text) ?? [];
    const again = await server.flow("support", "GET", `/runs/${runId}/events`);
    expect(again.text).toBe(text);
  });

  it("is a write", async () => {
    const sent = { body: { query: "x" }, token: server.tokens.reader };
    expect((await server.flow("support", "POST", "/simulate", sent)).status).toBe(403);
  });
});
