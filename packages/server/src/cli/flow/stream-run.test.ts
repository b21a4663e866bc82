import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { simulateFlow } from "./run-flow.ts";

let server: Server;
afterEach(() => server.close());

const frames = [
  ["status", { run_id: "one" }],
  ["node", { node_id: "rag", state: "running" }],
  ["node", { node_id: "rag", state: "ran", why: "first run" }],
  ["node", { node_id: "response", state: "kept", why: "nothing changed" }],
  ["result", { items: [], total: 0, page: 1, page_size: 10, total_pages: 0, run_id: "one" }],
].map(([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** A command on a terminal, against a service that answers so. Gives what it wrote. */
async function simulate(answer: (request: IncomingMessage, response: ServerResponse) => void, isTTY = true) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let written = "";
  const stdout = new Writable({
    write(piece, _encoding, done) {
      written += piece;
      done();
    },
  });
  const environment = { HEADWATER_URL: `http://127.0.0.1:${port}`, HEADWATER_TOKEN: "a-token-0123456789" };
  const terminal = { environment, stdout: Object.assign(stdout, { isTTY }) as unknown as NodeJS.WriteStream };
  const error = await simulateFlow(terminal, "support", "who", {}).catch((thrown: Error) => thrown.message);
  return { written, error };
}

it("tells what each node does, and goes on after the connection is lost", async () => {
  const asked: string[] = [];
  const { written, error } = await simulate((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["last-event-id"] ?? ""}`.trim());
    // While the service starts again.
    if (asked.length === 2) return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (asked.length === 3) return void response.end(frames.slice(3).join(""));
    response.write(frames.slice(0, 3).join(""), () => setImmediate(() => response.destroy()));
  });
  expect(error).toBeUndefined();
  expect(asked).toEqual([
    "POST /flows/support/simulate",
    "GET /flows/support/runs/one/events 3",
    "GET /flows/support/runs/one/events 3",
  ]);
  expect(written).toBe("rag  ran  first run\nresponse  kept  nothing changed\nNothing was found.\n");
}, 20_000);

it("says why the run failed", async () => {
  const failed = `id: 2\nevent: error\ndata: ${JSON.stringify({ detail: "Error simulating flow: no", status: 500 })}\n\n`;
  const { error } = await simulate((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(frames[0] + failed);
  });
  expect(error).toBe("Error simulating flow: no");
});

it("asks for JSON where nobody looks on", async () => {
  let accepted: string | undefined;
  const { written } = await simulate((request, response) => {
    accepted = request.headers.accept;
    const body = { items: [], total: 0, page: 1, page_size: 10, total_pages: 0, run_id: "one" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }, false);
  expect(accepted).not.toContain("event-stream");
  expect(written).toBe("Nothing was found.\n");
});
