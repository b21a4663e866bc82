import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import type { SpecDocument } from "./request-schema.ts";

/** What operators and developers open beside the contract: metrics, the two OpenAPI documents, and a page to read them. */
export async function registerOperating(
  app: FastifyInstance,
  { metrics, spec }: { metrics: Metrics; spec: { sources: SpecDocument; flows: SpecDocument } },
): Promise<void> {
  app.get("/metrics", { config: { operationId: "metrics" } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.get("/openapi/sources.json", async () => spec.sources);
  app.get("/openapi/flows.json", async () => spec.flows);

  await app.register(swagger, { mode: "static", specification: { document: spec.sources as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: {
      urls: [{ url: "/openapi/sources.json", name: "Sources" }],
      deepLinking: true,
      displayRequestDuration: true,
      persistAuthorization: false,
    },
    staticCSP: true,
  });
}
