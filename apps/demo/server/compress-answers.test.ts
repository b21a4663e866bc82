import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { expect, it, onTestFinished } from "vitest";
import { compressAnswers } from "./compress-answers.ts";

const text = "The kestrel hovers over the weir. ".repeat(100);

/** The headers of an answer, read by a client that takes Brotli. */
async function answerOf(handler: RequestHandler): Promise<IncomingMessage> {
  const server = express().use(compressAnswers()).use(handler).listen(0, "127.0.0.1");
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = get({ host: "127.0.0.1", port, headers: { "accept-encoding": "gzip, br" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

it("compresses pages, scripts and lists", async () => {
  for (const type of ["text/html", "text/javascript", "application/json"]) {
    const { headers } = await answerOf((_, response) => void response.type(type).send(text));
    expect(headers["content-encoding"]).toBe("br");
  }
});

it("lets each event pass at once", async () => {
  const response = await answerOf((_, answer) => {
    answer.type("text/event-stream").write("event: delta\n\n");
    // The answer goes on: a buffer would hold the event back until its end.
  });
  const [event] = await once(response, "data");
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect(String(event)).toBe("event: delta\n\n");
});

it("leaves pictures and originals as they are", async () => {
  const picture = await answerOf((_, response) => void response.type("image/png").send(Buffer.alloc(9_000)));
  expect(picture.headers["content-encoding"]).toBeUndefined();
  const original = await answerOf((_, response) => void response.attachment("notes.txt").send(text));
  expect(original.headers["content-encoding"]).toBeUndefined();
  const part = await answerOf((_, response) => {
    response.status(206).set("Content-Range", "bytes 0-3399/9000").type("text/plain").send(text);
  });
  expect(part.headers["content-encoding"]).toBeUndefined();
  expect(part.headers["content-length"]).toBe(String(text.length));
});
