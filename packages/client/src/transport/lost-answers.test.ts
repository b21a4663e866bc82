import { type OperationEntry, operations } from "@headwater/spec";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { json, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { bodyOf, startServer } from "../../testing/start-server.ts";
import { streamAnswer } from "../answering/stream-answer.ts";
import { isApiError, isConnectionError, isOutcomeUnknownError } from "../errors/guards.ts";
import { createFlowClient } from "../flow-client.ts";
import { createSourcesClient } from "../sources-client.ts";
import { unwrap } from "../unwrap.ts";

type Answer = { status?: number; body: object | string };
type Received = { line: string; key: string | undefined; body: string };

const losses = ["the connection is reset", "the body is cut off", "a gateway gives up"] as const;
type Loss = (typeof losses)[number];

let close: () => Promise<void> = async () => {};
// No wait between two attempts.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(async () => {
  vi.restoreAllMocks();
  await close();
});

/** A service behind a gateway that loses the first answer. The service has done the work of each request. */
async function lossyService(loss: Loss, answer: (request: Received, nth: number) => Answer) {
  const received: Received[] = [];
  const server = await startServer(async (request, response) => {
    const body = String(await bodyOf(request));
    const { "idempotency-key": key } = request.headers as Record<string, string | undefined>;
    received.push({ line: `${request.method} ${request.url}`, key, body });
    const { status = 200, body: given } = answer(received.at(-1) as Received, received.length);
    const text = typeof given === "string" ? given : JSON.stringify(given);
    const type = typeof given === "string" ? "text/event-stream" : "application/json";
    if (received.length > 1) response.writeHead(status, { "content-type": type }).end(text);
    else if (loss === "a gateway gives up") response.writeHead(504).end("<html>Gateway Time-out</html>");
    else if (loss === "the connection is reset") request.socket.resetAndDestroy();
    else {
      response.writeHead(status, { "content-type": type, "content-length": 10_000 });
      response.write(text.slice(0, 5), () => request.socket.destroy());
    }
  });
  close = server.close;
  const options = { token: "t", timeoutMs: 20_000 };
  return {
    received,
    sources: createSourcesClient({ baseUrl: server.baseUrl, ...options }),
    flow: createFlowClient({ flowUrl: server.baseUrl, ...options }),
  };
}

describe.each(losses)("when %s", (loss) => {
  it("a question is sent again with the same key", async () => {
    const { sources, received } = await lossyService(loss, () => ({ body: { answer: "42" } }));
    const { answer } = await unwrap(sources.POST("/ask-sources", { body: { question: "?" } }));
    expect(answer).toBe("42");
    expect(received).toHaveLength(2);
    expect(received[0]?.key).toMatch(/^[\w-]{20,}$/);
    expect(received[1]).toEqual(received[0]);
  });

  it("a streamed question is sent again with the same key", async () => {
    const body = `event: answer\ndata: ${JSON.stringify({ answer: "42" })}\n\n`;
    const { sources, received } = await lossyService(loss, () => ({ body }));
    const events = [];
    for await (const event of streamAnswer(sources, { question: "?" })) events.push(event);
    expect(events).toEqual([{ type: "answer", answer: { answer: "42" } }]);
    expect(received).toHaveLength(2);
    expect(received[0]?.key).toMatch(/^[\w-]{20,}$/);
    expect(received[1]).toEqual(received[0]);
  });

  it.each(Object.entries<OperationEntry>(operations).filter(([, { method }]) => method === "DELETE"))(
    "%s that had worked is a success",
    async (operationId, { path, surface }) => {
      const { sources, flow, received } = await lossyService(loss, () => ({
        status: 404,
        body: { detail: "Source not found" },
      }));
      const [, name = "file_id"] = /{(\w+)}/.exec(path) ?? [];
      const call = (surface === "sources" ? sources : flow).DELETE as (
        path: string,
        init: object,
      ) => ReturnType<typeof sources.DELETE>;
      const deleted = await unwrap(call(path, { params: { path: { [name]: "x" } }, body: { file_id: "x" } }));
      const expected = example<object>(`${operationId}.200`);
      expect(Object.keys(deleted).sort()).toEqual(Object.keys(expected).sort());
      if (name in expected) expect(deleted).toMatchObject({ [name]: "x" });
      expect(received).toHaveLength(2);
    },
  );

  it("a graph that was replaced is a success, when the service has it", async () => {
    const now = { graph: { nodes: [{ id: "a", config: { top_k: 3, added: 1 } }], edges: [] }, version: 4 };
    const { flow, received } = await lossyService(loss, ({ line }) =>
      line.startsWith("GET") ? { body: now } : { status: 412, body: example("replaceFlow.412") },
    );
    const sent = { graph: { nodes: [{ id: "a", config: { top_k: 3 } }], edges: [] } };
    const params = { header: { "If-Match": '"3"' } };
    const replaced = await unwrap(flow.PUT("/graph", { params, body: sent as never }));
    expect(replaced).toEqual(now);
    expect(received.map(({ line }) => line)).toEqual(["PUT /graph", "PUT /graph", "GET /graph"]);
  });

  it("a graph that somebody else has changed meanwhile is refused", async () => {
    const theirs = { graph: { nodes: [], edges: [] }, version: 4 };
    const { flow } = await lossyService(loss, ({ line }) =>
      line.startsWith("GET") ? { body: theirs } : { status: 412, body: example("replaceFlow.412") },
    );
    const params = { header: { "If-Match": '"3"' } };
    const body = { graph: { nodes: [{ id: "a" }], edges: [] } } as never;
    await expect(unwrap(flow.PUT("/graph", { params, body }))).rejects.toSatisfy((error) =>
      isApiError(error, 412),
    );
  });

  it("what would be done twice is not sent again, and its outcome is unknown", async () => {
    const { sources, received } = await lossyService(loss, () => ({ body: { build_id: "b" } }));
    const call = unwrap(sources.POST("/ingest-url", { body: { url: "u" } }));
    await expect(call).rejects.toSatisfy(
      (error) => isOutcomeUnknownError(error) && isConnectionError(error) && error.cause !== undefined,
    );
    await expect(call).rejects.toThrow(
      /^The request may have been carried out: (\S+ \S+ got no answer: |504 )/,
    );
    expect(received).toHaveLength(1);
  });
});

describe("without a lost answer", () => {
  it("what our proxy says was not done is no unknown outcome", async () => {
    const fetch = scriptedFetch(
      json({ detail: "Cannot be reached" }, 502, { "x-was-done": "false", "x-should-retry": "true" }),
      json({ detail: "Token refused" }, 502, { "x-was-done": "false" }),
    );
    const sources = createSourcesClient({ baseUrl: "http://proxy.test", fetch });
    const call = unwrap(sources.POST("/ingest-url", { body: { url: "u" } }));
    await expect(call).rejects.toSatisfy((error) => isApiError(error, 502));
    await expect(call).rejects.toThrow("Token refused");
    expect(fetch.requests).toHaveLength(2);
  });

  it("what is not there, or was changed, is refused as before", async () => {
    const { sources, flow, received } = await lossyService("a gateway gives up", ({ line }) =>
      line.startsWith("PUT")
        ? { status: 412, body: example("replaceFlow.412") }
        : { status: 404, body: example("deleteSource.404") },
    );
    // The gateway loses this one.
    await sources.GET("/", { maxRetries: 0 });
    const deletion = unwrap(sources.DELETE("/delete", { body: { file_id: "x" } }));
    await expect(deletion).rejects.toSatisfy((error) => isApiError(error, 404));
    const body = { graph: { nodes: [], edges: [] } };
    const change = unwrap(flow.PUT("/graph", { params: { header: { "If-Match": '"3"' } }, body }));
    await expect(change).rejects.toSatisfy((error) => isApiError(error, 412));
    expect(received).toHaveLength(3);
  });

  it("a page that says 404 is no deleted source", async () => {
    const { sources } = await lossyService("the connection is reset", () => ({
      status: 404,
      body: "<html>Not found</html>",
    }));
    const deletion = unwrap(sources.DELETE("/delete", { body: { file_id: "x" } }));
    await expect(deletion).rejects.toSatisfy((error) => isApiError(error, 404));
  });

  it("the caller's own key is kept, and nothing but a question has one", async () => {
    const { sources, received } = await lossyService("a gateway gives up", () => ({ body: {} }));
    const body = { question: "?" };
    await sources.POST("/ask-sources", { body, params: { header: { "Idempotency-Key": "mine" } } });
    await sources.POST("/ask-sources", { body, headers: { "idempotency-key": "ours" } });
    await sources.POST("/prebuilt-rag", { body: { query: "?" } });
    expect(received.map(({ key }) => key)).toEqual(["mine", "mine", "ours", undefined]);
  });

  it("two questions have two keys", async () => {
    const { sources, received } = await lossyService("a gateway gives up", () => ({
      body: { answer: "42" },
    }));
    await sources.POST("/ask-sources", { body: { question: "?" }, maxRetries: 0 });
    await sources.POST("/ask-sources", { body: { question: "?" } });
    expect(new Set(received.map(({ key }) => key)).size).toBe(2);
  });
});
