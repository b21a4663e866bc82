import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/**
 * `Expect: 100-continue`: the client is told to go on once the checks that need no body have passed. One that is refused
 * hears so before it sends anything; its connection ends, because what it may send next would be that body.
 */
export function continueOnceAdmitted(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request, response) => {
    waiting.add(request);
    app.routing(request, response);
  });
  // The first step after the checks in `onRequest`, and before the body is read.
  app.addHook("preParsing", async (request, reply, payload) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
    return payload;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (waiting.has(request.raw)) reply.header("connection", "close");
    return payload;
  });
}
