import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Express } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { sendJson } from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { rawGet, send } from "../../proxy-core/testing/conformance/send.ts";
import { type ProxiedUpstream, startProxiedUpstream } from "../testing/proxied-upstream.ts";

let proxied: ProxiedUpstream | undefined;
afterEach(() => proxied?.close());

const fileId = "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
const gone = { type: "answered", status: 499, outcome: "client-gone" };

/** An application whose other middlewares keep the responses too, such as one with a time limit. */
function holdResponses() {
  const responses: ServerResponse[] = [];
  const prepare = (app: Express) => {
    // This request gets no answer. Later requests on its connection are answered, but their answers are not sent.
    app.get("/held", () => {});
    app.use((_request, response, next) => {
      responses.push(response);
      next();
    });
  };
  return { responses, prepare };
}

describe("a request that another middleware answers meanwhile", () => {
  it("is let go by the service, and told as one whose client has gone", async () => {
    const { responses, prepare } = holdResponses();
    proxied = await startProxiedUpstream({}, { prepare });
    const { promise: isLetGo, resolve } = Promise.withResolvers<void>();
    proxied.upstream.handle((_request, response) => response.on("close", resolve));
    const arrived = proxied.upstream.next();
    const reply = send(proxied.baseUrl, "GET", "/builds/b1");
    await arrived;
    responses[0]?.writeHead(503).end("too slow");
    expect(await reply).toMatchObject({ status: 503, text: "too slow" });
    await isLetGo;
    await expect.poll(() => proxied?.events).toMatchObject([gone]);
  });

  it.each([
    ["without a scope", () => true as const],
    ["under a scope", () => ({ caller: "ada", ingest: true })],
  ])("ignores the answer that comes after it, %s", async (_name, authorize) => {
    const { responses, prepare } = holdResponses();
    proxied = await startProxiedUpstream({ authorize }, { prepare });
    let answer = () => {};
    proxied.upstream.handle((_request, response, incoming) => {
      incoming.resume();
      answer = () => sendJson(response, 200, { build_id: "b1" });
    });
    const arrived = proxied.upstream.next();
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const reply = send(proxied.baseUrl, "POST", "/ingest-file", { headers, body: "--b--\r\n" });
    await arrived;
    const told = proxied.nextEvent();
    // The answer has begun and has not ended: only the answer of the service can end this request.
    responses[0]?.writeHead(503).write("too ");
    answer();
    expect(await told).toMatchObject(gone);
    responses[0]?.end("slow");
    expect(await reply).toMatchObject({ status: 503, text: "too slow" });
  });

  it("writes nothing after the end of a stream of events", async () => {
    const { responses, prepare } = holdResponses();
    proxied = await startProxiedUpstream(
      { authorize: () => ({ caller: "ada", files: [fileId] }) },
      { prepare },
    );
    const streams: ServerResponse[] = [];
    proxied.upstream.handle((request, response, incoming) => {
      incoming.resume();
      if (request.method === "GET") return sendJson(response, 200, [{ file_id: fileId, file_name: "a.md" }]);
      streams.push(response.writeHead(200, { "content-type": "text/event-stream" }));
      response.write('event: delta\ndata: {"text":"a"}\n\n');
    });
    const { hostname, port } = new URL(proxied.origin);
    const socket = connect(Number(port), hostname);
    const question = '{"question":"?"}';
    const headers = ["Content-Type: application/json", `Content-Length: ${question.length}`];
    socket.write("GET /held HTTP/1.1\r\nHost: app.example\r\n\r\n");
    socket.write(rawGet("/api/documents/ask-sources", headers, "POST") + question);
    await expect.poll(() => responses.at(-1)?.headersSent).toBe(true);
    const [stream] = streams;
    const isLetGo = once(stream as ServerResponse, "close");
    responses.at(-1)?.end();
    stream?.write('event: delta\ndata: {"text":"b"}\n\n');
    await isLetGo;
    await expect.poll(() => proxied?.events).toMatchObject([gone]);
    socket.destroy();
  });
});
