import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/**
 * Handles `Expect: 100-continue`. The client gets `100 Continue` after all checks that need no body have passed. A
 * refused client gets the answer before it sends the body. Its connection is closed, because the next bytes could be
 * that body.
 */
export function continueOnceAdmitted(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request, response) => {
    waiting.add(request);
    app.routing(request, response);
  });
  // This is the first step after the checks in `onRequest`, and before the body is read.
  app.addHook("preParsing", async (request, reply, payload) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
    return payload;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (waiting.has(request.raw)) reply.header("connection", "close");
    return payload;
  });
}
