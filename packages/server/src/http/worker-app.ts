import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { ServiceError } from "../kernel/service-error.ts";
import { errorReply } from "./error-body.ts";
import { registerMetrics, type ServiceMetrics } from "./operating.ts";
import type { Readiness } from "./readiness.ts";

/** What a process that only works on builds answers: whether it is well, and its metrics. */
export function createWorkerApp({
  readiness,
  metrics,
  metricsToken,
  logger,
}: {
  readiness: Readiness;
  metrics: ServiceMetrics;
  metricsToken: string | undefined;
  logger: FastifyBaseLogger;
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setErrorHandler(async (error, _request, reply) => {
    const { status, body, headers } = errorReply(error);
    return reply.headers(headers).code(status).send(body);
  });
  app.setNotFoundHandler(async () => {
    throw new ServiceError(404, "This process reads documents only. Ask one with the role api.");
  });
  for (const prefix of ["", "/sources"]) {
    app.get(`${prefix}/healthz`, async () => ({ status: "ok" }));
    app.get(`${prefix}/readyz`, async (_request, reply) => {
      const report = await readiness();
      return reply.code(report.status === "ready" ? 200 : 503).send(report);
    });
  }
  registerMetrics(app, { metrics, metricsToken });
  return app;
}
