import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type { RequestHandler } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { readExample } from "../../proxy-core/testing/conformance/examples.ts";
import { sendJson } from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";

const fileId = "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
const delta = (text: string) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`;
const answer = `event: answer\ndata: ${JSON.stringify({ answer: "Two years [1].", conversation_id: "c1" })}\n\n`;

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

/** Answers `ask-sources` with streams that the test writes. */
function streamsOf({ upstream }: ProxiedUpstream): ServerResponse[] {
  const streams: ServerResponse[] = [];
  upstream.handle((request, response, incoming) => {
    incoming.resume();
    // Under a scope the proxy first lists the caller's files.
    if (request.method === "GET") return sendJson(response, 200, readExample("listSources"));
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    streams.push(response);
  });
  return streams;
}

async function ask(baseUrl: string, agent?: Agent): Promise<IncomingMessage> {
  const asked = httpRequest(`${baseUrl}/ask-sources`, {
    method: "POST",
    ...(agent ? { agent } : {}),
    headers: { "content-type": "application/json", accept: "text/event-stream" },
  });
  asked.end(JSON.stringify({ question: "How long?" }));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response.setEncoding("utf8");
}

/** Reads until the expected number of characters has come, and not further. */
async function expectNext(response: AsyncIterator<string>, expected: string): Promise<void> {
  let text = "";
  while (text.length < expected.length) text += (await response.next()).value ?? "";
  expect(text).toBe(expected);
}

/** Like the middleware `compression`: it keeps what is written until it is full or told to flush. */
const withholding: RequestHandler = (_request, response, next) => {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let kept: Buffer[] = [];
  const flush = () => {
    if (kept.length > 0) write(Buffer.concat(kept));
    kept = [];
  };
  response.write = ((part: Uint8Array) => kept.push(Buffer.from(part)) > 0) as typeof response.write;
  response.end = ((...parameters: Parameters<typeof end>) => {
    flush();
    return end(...parameters);
  }) as typeof response.end;
  next();
  Object.assign(response, { flush });
};

describe("a stream of events", () => {
  it.each([
    ["without a scope", () => true as const],
    ["under a scope", () => ({ caller: "ada", files: [fileId] })],
  ])("passes event by event %s, headers first", async (_name, authorize) => {
    proxied = await startProxiedUpstream({ authorize });
    const streams = streamsOf(proxied);
    const response = await ask(proxied.baseUrl);
    expect(response.headers["content-type"]).toContain("text/event-stream");
    const texts: AsyncIterator<string> = response[Symbol.asyncIterator]();
    const [stream] = streams;
    for (const text of ["Two", " years", " – é"]) {
      stream?.write(delta(text));
      await expectNext(texts, delta(text));
    }
    stream?.end(answer);
    await expectNext(texts, answer);
    expect(await texts.next()).toMatchObject({ done: true });
  });

  it("is let go by a middleware that holds answers back", async () => {
    proxied = await startProxiedUpstream({}, { prepare: (app) => app.use(withholding) });
    const streams = streamsOf(proxied);
    const texts: AsyncIterator<string> = (await ask(proxied.baseUrl))[Symbol.asyncIterator]();
    const [stream] = streams;
    stream?.write(delta("Two"));
    await expectNext(texts, delta("Two"));
    stream?.end();
    expect(await texts.next()).toMatchObject({ done: true });
  });

  it("is one of two hundred, and other requests pass beside them", async () => {
    proxied = await startProxiedUpstream();
    const { baseUrl } = proxied;
    const streams = streamsOf(proxied);
    const agent = new Agent({ maxSockets: 300 });
    const responses = await Promise.all(Array.from({ length: 200 }, () => ask(baseUrl, agent)));
    const received = responses.map(() => "");
    responses.forEach((response, index) => {
      response.on("data", (text: string) => {
        received[index] += text;
      });
    });
    for (const text of ["a", "b", "c"]) for (const stream of streams) stream.write(delta(text));
    const later = await ask(baseUrl, agent);
    expect(later.statusCode).toBe(200);
    const ended = responses.map((response) => once(response, "end"));
    for (const stream of streams) stream.end(answer);
    await Promise.all(ended);
    expect(new Set(received)).toEqual(new Set([delta("a") + delta("b") + delta("c") + answer]));
    agent.destroy();
  });

  it("waits no longer than connectMs when all connections are taken", async () => {
    proxied = await startProxiedUpstream({ connections: 64, timeouts: { connectMs: 2_000 } });
    const { baseUrl } = proxied;
    const streams = streamsOf(proxied);
    const agent = new Agent({ maxSockets: 100 });
    const responses: IncomingMessage[] = [];
    // Run a few at a time, so that none of them waits for long.
    while (responses.length < 56)
      responses.push(...(await Promise.all(Array.from({ length: 8 }, () => ask(baseUrl, agent)))));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const refused = await ask(baseUrl, agent);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("2");
    expect(JSON.parse((await refused.toArray()).join("")).detail).toMatch(/^All connections .* are taken\./);
    // Short requests have connections of their own.
    expect((await fetch(`${baseUrl}/builds/b1`)).status).toBe(200);
    streams[0]?.end();
    await once((responses[0] as IncomingMessage).resume(), "end");
    expect((await ask(baseUrl, agent)).statusCode).toBe(200);
    agent.destroy();
  });

  it("ends upstream when its client goes away", async () => {
    proxied = await startProxiedUpstream();
    const streams = streamsOf(proxied);
    const response = await ask(proxied.baseUrl);
    const [stream] = streams;
    const closed = once(stream as ServerResponse, "close");
    const event = proxied.nextEvent();
    response.on("error", () => {});
    response.destroy();
    await closed;
    expect(await event).toMatchObject({ operation: "askSources", status: 200, outcome: "client-gone" });
  });

  it.each([
    ["without a scope", () => true as const],
    ["under a scope", () => ({ caller: "ada", files: [fileId] })],
  ])("waits for a client that does not read, %s", async (_name, authorize) => {
    proxied = await startProxiedUpstream({ authorize });
    const streams = streamsOf(proxied);
    const response = await ask(proxied.baseUrl);
    const [stream] = streams;
    const event = delta("x".repeat(256 * 1024));
    let isSent = false;
    stream?.on("finish", () => {
      isSent = true;
    });
    for (let count = 0; count < 200; count += 1) stream?.write(event);
    stream?.end();
    for (let count = 0; count < 5_000; count += 1) await turn();
    expect(isSent).toBe(false);
    let received = 0;
    for await (const text of response) received += text.length;
    expect(received).toBe(200 * event.length);
  });
});
