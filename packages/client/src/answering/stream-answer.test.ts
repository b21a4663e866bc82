import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { example } from "../../testing/example.ts";
import { json, neverAnswers, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { bodyOf, startServer } from "../../testing/start-server.ts";
import { isApiError, isConnectionError, isOutputInvalidError, isTimeoutError } from "../errors/guards.ts";
import { createSourcesClient, type SourcesClient } from "../sources-client.ts";
import type { AnswerEvent } from "./answer-event.ts";
import { streamAnswer } from "./stream-answer.ts";
import type { StreamAnswerOptions } from "./stream-answer-options.ts";

const answer = example<{ answer: string; conversation_id: string }>("askSources.200");
const request = { question: "How long is the warranty?" };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const delta = (text: string) => event("delta", { text });
const head = { "content-type": "text/event-stream; charset=utf-8", "x-request-id": "r-1" };

/** A body that sends its pieces one by one. Then it ends, or stays open. */
function streaming(pieces: (string | Uint8Array)[], after: "end" | "hang" | Error = "end", headers = head) {
  const bytes = pieces.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece));
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else if (after === "end") controller.close();
      else if (after !== "hang") controller.error(after);
    },
    cancel() {
      cancelled = true;
    },
  });
  return Object.assign(() => new Response(body, { headers }), { cancelled: () => cancelled });
}

const clientOf = (...steps: Step[]) => {
  const fetch = scriptedFetch(...steps);
  return { client: createSourcesClient({ baseUrl: "http://service.test", fetch }), requests: fetch.requests };
};

async function collect(client: SourcesClient, options: StreamAnswerOptions = {}) {
  const events: AnswerEvent[] = [];
  let error: unknown;
  try {
    for await (const event of streamAnswer(client, request, options)) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error };
}

describe("streamAnswer", () => {
  it("yields the pieces and then the answer", async () => {
    const { client, requests } = clientOf(
      streaming([delta("The warranty "), delta("lasts"), event("answer", answer)]),
    );
    const { events, error } = await collect(client);
    expect(error).toBeUndefined();
    expect(events).toEqual([
      { type: "delta", text: "The warranty " },
      { type: "delta", text: "lasts" },
      { type: "answer", answer },
    ]);
    expect(requests[0]?.headers.get("accept")).toMatch(/^text\/event-stream/);
    expect(await requests[0]?.json()).toEqual(request);
  });

  it("reads events however they are cut, with any line break, comments and unknown events", async () => {
    const text = `\uFEFF: keep-alive\r\n\r\n${delta("Zwei Jahre – ").replaceAll("\n", "\r\n")}event: ping\rdata: {}\r\r${event("answer", answer)}`;
    const bytes = new TextEncoder().encode(text);
    const { client } = clientOf(streaming(Array.from(bytes, (byte) => Uint8Array.of(byte))));
    expect((await collect(client)).events).toEqual([
      { type: "delta", text: "Zwei Jahre – " },
      { type: "answer", answer },
    ]);
  });

  it("takes a plain JSON answer", async () => {
    const { client } = clientOf(json(answer));
    expect(await collect(client)).toEqual({ events: [{ type: "answer", answer }], error: undefined });
  });

  it("asks for plain JSON when told not to stream", async () => {
    const { client, requests } = clientOf(json(answer));
    expect((await collect(client, { stream: false })).events).toHaveLength(1);
    expect(requests[0]?.headers.get("accept")).toBe("application/json");
  });

  it("throws the server's error event with its detail, after the pieces before it", async () => {
    const { client } = clientOf(streaming([delta("The"), event("error", example("askSources.500"))]));
    const { events, error } = await collect(client);
    expect(events).toEqual([{ type: "delta", text: "The" }]);
    expect(isApiError(error, 500)).toBe(true);
    expect(error).toMatchObject({ detail: "Failed to answer question", requestId: "r-1" });
  });

  it("throws what is answered instead of a stream", async () => {
    const { error } = await collect(clientOf(json(example("askSources.404"), 404)).client);
    expect(isApiError(error, 404)).toBe(true);
    expect(error).toMatchObject({ detail: "File not found" });
  });

  it("says that the answer is missing when the stream ends, is cut off or makes no sense", async () => {
    const cases: [Step, RegExp][] = [
      [streaming([delta("The")]), /ended before the answer/],
      [streaming([event("answer", answer).trimEnd()]), /ended before the answer/],
      [streaming([delta("The")], new TypeError("terminated")), /was cut off/],
      [streaming(["event: answer\ndata: {oops\n\n"]), /unreadable/],
      [streaming([event("answer", null)]), /unreadable/],
      [streaming([event("delta", { text: 7 })]), /unreadable/],
      [new Response("<html>", { headers: { "content-type": "text/html" } }), /unreadable/],
    ];
    for (const [step, message] of cases) {
      const { error } = await collect(clientOf(step).client, { maxRetries: 0 });
      expect(isConnectionError(error), String(error)).toBe(true);
      expect(String(error)).toMatch(message);
    }
  });

  it("is repeated before the answer begins, and never after", async () => {
    const busy = json({ detail: "Busy" }, 503, { "retry-after-ms": "0" });
    const first = clientOf(busy, streaming([event("answer", answer)]));
    expect((await collect(first.client)).events).toHaveLength(1);
    const second = clientOf(streaming([delta("The")], new TypeError("terminated")), json(answer));
    expect(isConnectionError((await collect(second.client)).error)).toBe(true);
    expect(second.requests).toHaveLength(1);
  });

  it("has an end: before the first byte, in silence, and by size", async () => {
    expect(isTimeoutError((await collect(clientOf(neverAnswers).client, { timeoutMs: 5 })).error)).toBe(true);
    const silent = streaming([delta("The")], "hang");
    const { events, error } = await collect(clientOf(silent).client, { idleTimeoutMs: 5 });
    expect(events).toHaveLength(1);
    expect(String(error)).toMatch(/fell silent for 5 ms \(idleTimeoutMs\)/);
    expect(silent.cancelled()).toBe(true);
    const endless = streaming(Array(50).fill("data: x\n"), "hang");
    expect(String((await collect(clientOf(endless).client, { maxBytes: 100 })).error)).toMatch(
      /longer than 100 bytes \(maxBytes\)/,
    );
    expect(endless.cancelled()).toBe(true);
  });

  it("reads a body to its end, and waits for one that does not end only a moment", async () => {
    const pieces = [delta("The") + event("answer", answer)].map((piece) => new TextEncoder().encode(piece));
    let cancelled = false;
    const ended = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          const piece = pieces.shift();
          if (piece) stream.enqueue(piece);
          else stream.close();
        },
        cancel() {
          cancelled = true;
        },
      },
      // A pulled stream makes no piece before the reader asks for it: here the end comes after the answer was read.
      { highWaterMark: 0 },
    );
    const body = new Response(ended, { headers: { "content-type": "text/event-stream" } });
    expect((await collect(clientOf(body).client)).events).toHaveLength(2);
    expect(cancelled).toBe(false);
    const open = streaming([event("answer", answer)], "hang");
    const { events, error } = await collect(clientOf(open).client);
    expect([events.length, error]).toEqual([1, undefined]);
    expect(open.cancelled()).toBe(true);
    const lost = streaming([event("answer", answer)], new TypeError("terminated"));
    expect((await collect(clientOf(lost).client)).error).toBeUndefined();
  });

  it("ends with the signal's reason, also between two pieces", async () => {
    const controller = new AbortController();
    const body = streaming([delta("The")], "hang");
    const { client } = clientOf(body);
    const reason = new Error("enough");
    const call = (async () => {
      for await (const event of streamAnswer(client, request, { signal: controller.signal }))
        if (event.type === "delta") queueMicrotask(() => controller.abort(reason));
    })();
    await expect(call).rejects.toBe(reason);
    expect(body.cancelled()).toBe(true);
    expect((await collect(client, { signal: AbortSignal.abort(reason) })).error).toBe(reason);
  });

  it("leaves nothing behind on the caller's signal, however it ends", async () => {
    const { signal } = new AbortController();
    const { client } = clientOf(
      streaming([delta("The"), event("answer", answer)]),
      streaming([delta("The")], new TypeError("terminated")),
      streaming([delta("The")], "hang"),
      json(example("askSources.404"), 404),
    );
    await collect(client, { signal });
    await collect(client, { signal });
    for await (const _ of streamAnswer(client, request, { signal })) break;
    await collect(client, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("types and validates structured output, and asks for it", async () => {
    const schema = z.object({ years: z.number(), starts: z.string().transform((text) => text.length) });
    const structured = example<object>("askSources.200.structured");
    const { client, requests } = clientOf(
      streaming([event("answer", structured)]),
      streaming([event("answer", { ...structured, structured_output: null })]),
    );
    const outputs: { years: number; starts: number }[] = [];
    for await (const event of streamAnswer(client, request, { schema }))
      if (event.type === "answer") outputs.push(event.answer.structured_output);
    expect(outputs).toEqual([{ years: 2, starts: 16 }]);
    expect(await requests[0]?.json()).toMatchObject({ output_schema: { required: ["years", "starts"] } });
    const second = streamAnswer(client, request, { schema }).next();
    await expect(second).rejects.toSatisfy(isOutputInvalidError);
  });
});

describe("streamAnswer over a real connection", () => {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  afterEach(() => server?.close());

  it("shows each piece when it is written, and hangs up when the loop is left", async () => {
    const { promise: open, resolve: opened } = Promise.withResolvers<ServerResponse>();
    const { promise: gone, resolve: left } = Promise.withResolvers<void>();
    server = await startServer(async (incoming, response) => {
      await bodyOf(incoming);
      response.on("close", left);
      response.writeHead(200, head).write(delta("one"));
      opened(response);
    });
    const client = createSourcesClient({ baseUrl: server.baseUrl });
    const events = streamAnswer(client, request);
    expect((await events.next()).value).toEqual({ type: "delta", text: "one" });
    (await open).write(delta("two"));
    expect((await events.next()).value).toEqual({ type: "delta", text: "two" });
    await events.return();
    await gone;
  });

  it("notices a server that dies in the middle", async () => {
    server = await startServer(async (incoming, response) => {
      await bodyOf(incoming);
      response.writeHead(200, head).write(delta("one"), () => response.destroy());
    });
    const { events, error } = await collect(createSourcesClient({ baseUrl: server.baseUrl }));
    expect(events).toHaveLength(1);
    expect(isConnectionError(error)).toBe(true);
  });
});
