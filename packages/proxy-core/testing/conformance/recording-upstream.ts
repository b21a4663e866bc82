import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exampleOf } from "./examples.ts";

export type RecordedRequest = {
  method: string;
  /** Path and query as received. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** The first megabyte of the body. */
  body: string;
  /** Bytes of the body so far. */
  bytes: number;
  /** Resolves when the request has ended or was broken off. */
  ended: Promise<"whole" | "broken-off">;
};

export type Handle = (request: RecordedRequest, response: ServerResponse, incoming: IncomingMessage) => void;

export type RecordingUpstream = {
  origin: string;
  /** Address of the sources surface. */
  baseUrl: string;
  /** All requests in the order of their arrival. */
  requests: RecordedRequest[];
  /**
   * Answers the next requests instead of the examples, until `reset`. It gets a request before the body has arrived.
   */
  handle(handler: Handle): void;
  reset(): void;
  /** Resolves to the next request as soon as its headers have arrived. */
  next(): Promise<RecordedRequest>;
  close(): Promise<void>;
};

const kept = 1024 * 1024;

/** A service that records its requests and answers with the examples of the spec. */
export async function startRecordingUpstream(): Promise<RecordingUpstream> {
  const requests: RecordedRequest[] = [];
  const waiting: ((request: RecordedRequest) => void)[] = [];
  let handler: Handle | undefined;

  const server = createServer({ requestTimeout: 0 }, (incoming, response) => {
    const target = incoming.url ?? "";
    const url = new URL(target, "http://upstream");
    const { promise: ended, resolve: end } = Promise.withResolvers<"whole" | "broken-off">();
    const recorded: RecordedRequest = {
      method: incoming.method ?? "",
      target,
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: "",
      bytes: 0,
      ended,
    };
    requests.push(recorded);
    waiting.shift()?.(recorded);
    const record = () => {
      incoming.on("data", (chunk: Buffer) => {
        if (recorded.bytes < kept) recorded.body += chunk.toString();
        recorded.bytes += chunk.length;
      });
    };
    incoming.on("end", () => end("whole"));
    incoming.on("close", () => end(incoming.complete ? "whole" : "broken-off"));
    incoming.on("error", () => end("broken-off"));

    if (handler) {
      handler(recorded, response, incoming);
      if (incoming.listenerCount("data") === 0 && !incoming.isPaused()) record();
      return;
    }
    record();
    void ended.then(() => {
      const example = exampleOf(recorded.method, recorded.path);
      sendJson(response, example === undefined ? 404 : 200, example ?? { detail: "Not found" });
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    baseUrl: `${origin}/sources`,
    requests,
    handle(next) {
      handler = next;
    },
    reset() {
      handler = undefined;
      requests.length = 0;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  });
  response.end(body);
}
