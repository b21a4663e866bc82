import { timingSafeEqual } from "node:crypto";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { invalidCredentials } from "../auth/errors.ts";
import { hashToken } from "../auth/token.ts";
import type { Observe } from "../kernel/observe.ts";
import type { SpecDocument } from "./request-schema.ts";

/** The metrics of the service, in the text format of Prometheus. */
export type ServiceMetrics = { observe: Observe; text(): Promise<string>; contentType: string };

/** `GET /metrics`, for anyone or for those who send the token. */
export function registerMetrics(
  app: FastifyInstance,
  {
    metrics,
    metricsToken,
  }: {
    metrics: ServiceMetrics;
    /** Undefined: anyone may read them. */
    metricsToken: string | undefined;
  },
): void {
  app.get("/metrics", { config: { operationId: "metrics" } }, async (request, reply) => {
    if (metricsToken !== undefined && !carriesToken(request.headers.authorization, metricsToken))
      throw invalidCredentials();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * Endpoints for operators and developers beside the contract: metrics, the two OpenAPI documents, and a page to read
 * them.
 */
export async function registerOperating(
  app: FastifyInstance,
  {
    spec,
    ...operating
  }: Parameters<typeof registerMetrics>[1] & { spec: { sources: SpecDocument; flows: SpecDocument } },
): Promise<void> {
  registerMetrics(app, operating);
  // Every address is relative to its document, so that it is right at any host and behind any path prefix of a proxy.
  const sources = { ...spec.sources, servers: [{ url: "../sources", description: "This service." }] };
  app.get("/openapi/sources.json", async () => sources);
  app.get("/openapi/flows.json", async () => spec.flows);

  app.addHook("onRequest", async (request, reply) => {
    if (/^\/docs(?:\?|$)/.test(request.raw.url ?? "")) await reply.redirect("docs/");
  });
  await app.register(swagger, { mode: "static", specification: { document: sources as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    theme: { title: "Headwater API" },
    logo: { type: "image/svg+xml", content: wordmark, href: "./" },
    uiConfig: {
      urls: [{ url: "../openapi/sources.json", name: "Sources" }],
      deepLinking: true,
      displayRequestDuration: true,
      persistAuthorization: false,
    },
    staticCSP: true,
    // Without a proxy the page is served over plain http, and its scripts must load the same way.
    transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, ""),
  });
}

/** Compares digests, so that the time says nothing of how much of a token was right. */
function carriesToken(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(Buffer.from(hashToken(sent)), Buffer.from(hashToken(token)));
}

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40">
<text x="0" y="27" font-family="Georgia, serif" font-size="24" fill="#fff">Headwater</text></svg>`;
