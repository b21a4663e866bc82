import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

type Value = { stringValue?: string; intValue?: number };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
};
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
};

/** A collector that keeps what is sent to it, as OTLP/HTTP says in its form of JSON. */
async function startCollector() {
  const requests: Sent[] = [];
  const server: Server = createServer(async (request, response) => {
    if (request.url === "/v1/traces") requests.push((await json(request)) as Sent);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      requests.flatMap((sent) => sent.resourceSpans[0]?.scopeSpans.flatMap(({ spans }) => spans) ?? []),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpan = "00f067aa0ba902b7";

let collector: Awaited<ReturnType<typeof startCollector>>;
let server: TestServer;
beforeAll(async () => {
  collector = await startCollector();
  server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` });
  await server.ingestAndWait("pump-manual.md", "# Pump\n\nThe pump runs at 40 bar.");
  await fetch(`${server.origin}/ask-sources`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      traceparent: `00-${traceId}-${callerSpan}-01`,
    },
    body: JSON.stringify({ question: "At which pressure does the xylotron run?" }),
  });
  await fetch(`${server.origin}/healthz`);
  // Stopping sends what is left.
  await server.stop();
});
afterAll(async () => {
  await server.close();
  await collector.close();
});

it("a request is part of the caller's trace, and the work in another thread is part of the request", () => {
  const spans = collector.spans().filter((span) => span.traceId === traceId);
  const request = spans.find(({ name }) => name === "POST /ask-sources");
  expect(request).toMatchObject({
    parentSpanId: callerSpan,
    attributes: expect.arrayContaining([
      { key: "headwater.operation", value: { stringValue: "askSources" } },
      { key: "http.response.status_code", value: { intValue: 200 } },
    ]),
  });
  const work = spans.filter((span) => span.parentSpanId === request?.spanId).map(({ name }) => name);
  expect(work).toEqual(expect.arrayContaining(["ask retrieving", "search words", "ask whole"]));
  for (const span of spans)
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
});

it("a document is read as part of the request that sent it", () => {
  const spans = collector.spans();
  const read = spans.find(({ name }) => name === "read");
  expect(spans.find(({ spanId }) => spanId === read?.parentSpanId)).toMatchObject({
    traceId: read?.traceId,
    name: "POST /sources/ingest-file",
  });
});

it("reading is a span, probes are none, and the service names itself", () => {
  const names = collector.spans().map(({ name }) => name);
  expect(names).toContain("read");
  expect(names.filter((name) => name.includes("health"))).toEqual([]);
  expect(collector.requests[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "headwater" },
  });
});

it("no text of a document or of a question is sent", () => {
  expect(JSON.stringify(collector.requests)).not.toMatch(/xylotron|pump|40 bar/i);
});

it("the service stops while a collector keeps it waiting", async () => {
  const held: IncomingMessage[] = [];
  const silent = createServer((request) => held.push(request)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const other = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  await fetch(`${other.origin}/sources`, { headers: { authorization: `Bearer ${other.token}` } });
  await other.close();
  expect(held.map(({ socket }) => socket.destroyed)).toEqual([false]);
  silent.closeAllConnections();
  silent.close();
});
