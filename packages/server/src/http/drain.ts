import type { FastifyInstance } from "fastify";
import { ServiceError } from "../kernel/service-error.ts";

export const serviceStopping = () =>
  new ServiceError(503, "The service is stopping. Send the request again in a moment.", {
    limit: "stopping",
  });

export type Drain = {
  /** From now on requests get 503. Resolves when all earlier requests are answered, or after this many ms. */
  begin(limitMs: number): Promise<void>;
};

/** Requests of load balancers and operators are answered until the end. */
const answeredToTheEnd = new Set(["getHealth", "getReadiness", "metrics"]);

/**
 * Lets a service stop without cutting off requests (see `begin`). It keeps listening meanwhile, so that late requests
 * get an answer.
 */
export function createDrain(app: FastifyInstance): Drain {
  const open = new Set<unknown>();
  let draining = false;
  let whenEmpty = () => {};

  app.addHook("onRequest", async (request, reply) => {
    if (answeredToTheEnd.has(request.routeOptions.config?.operationId ?? "")) return;
    if (draining) throw serviceStopping();
    open.add(request);
    reply.raw.once("close", () => {
      open.delete(request);
      if (open.size === 0) whenEmpty();
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    // A kept-alive connection would hold its client at a service that is stopping.
    if (draining) reply.header("connection", "close");
  });

  return {
    begin(limitMs) {
      draining = true;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        whenEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
        if (open.size === 0) whenEmpty();
      });
    },
  };
}
