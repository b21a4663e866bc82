import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

const example = (name: string): Buffer =>
  Buffer.from(
    JSON.stringify(
      JSON.parse(readFileSync(new URL(`../../spec/examples/${name}.json`, import.meta.url), "utf8")),
    ),
  );

/** Answers with the examples of the contract, as soon as the whole request has arrived. Streams stay open. */
export function createUpstream(): Server {
  const build = example("getBuild.200.processing");
  const scheduled = example("ingestFile.200");
  const answer = example("askSources.200");
  const send = (response: ServerResponse, body: Buffer) =>
    response
      .writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": body.length,
        "x-request-id": response.req.headers["x-request-id"] ?? "none",
      })
      .end(body);
  return createServer({ keepAliveTimeout: 60_000 }, (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${upstreamToken}`) {
      request.resume();
      response.writeHead(401).end();
      return;
    }
    if (request.method === "GET") {
      send(response, build);
      return;
    }
    if (request.headers.accept === "text/event-stream") {
      // A stream that goes on until its client leaves.
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: delta\ndata: {"text":"a"}\n\n');
      return;
    }
    let received = 0;
    request.on("data", (part: Buffer) => {
      received += part.length;
    });
    request.on("end", () => {
      if (received !== Number(request.headers["content-length"])) response.writeHead(400).end();
      else send(response, received > 1024 ** 2 ? scheduled : answer);
    });
  });
}

/** The header that every proxy of the comparison must add. */
export const upstreamToken = "benchmark-token-0123456789";
