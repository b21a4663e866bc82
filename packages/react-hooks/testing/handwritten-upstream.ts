import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, createSourcesClient } from "@headwater/client";
import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { example } from "./example.ts";

const answer = example<Answer>("askSources.200");

/** One question that has arrived. The test answers it by hand. */
class Asked {
  readonly body: Record<string, unknown>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Resolves when the client has closed the connection, or the answer has ended. */
  readonly closed: Promise<unknown>;
  constructor(request: IncomingMessage, response: ServerResponse, body: Record<string, unknown>) {
    this.request = request;
    this.response = response;
    this.body = body;
    this.closed = new Promise((resolve) => response.on("close", resolve));
  }
  event(name: string, data: unknown, id?: number): this {
    if (!this.response.headersSent) this.response.writeHead(200, { "content-type": "text/event-stream" });
    this.response.write(
      `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    return this;
  }
  delta(text: string): this {
    return this.event("delta", { text });
  }
  end(data: Partial<Answer> = {}): void {
    this.event("answer", { ...answer, ...data }).response.end();
  }
  json(body: unknown, status = 200): void {
    this.response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** A service that waits: the test answers each request. */
export async function startUpstream() {
  const arrived: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    arrived.push(new Asked(request, response, text ? JSON.parse(text) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    arrived,
    client: createSourcesClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      maxRetries: 0,
    }),
    async asked(index: number): Promise<Asked> {
      await waitFor(() => expect(arrived.length).toBeGreaterThan(index));
      return arrived[index] as Asked;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
