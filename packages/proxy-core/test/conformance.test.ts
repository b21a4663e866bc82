import { Hono } from "hono";
import { createProxyHandler } from "../src/index.ts";
import { describeProxyConformance } from "../testing/conformance/describe-proxy-conformance.ts";
import type { ProxyAdapter } from "../testing/conformance/proxy-adapter.ts";
import { serveHandler } from "../testing/serve-handler.ts";

const basePath = "/api/documents";
const headerOf = (native: unknown, name: string) => (native as Request).headers.get(name) ?? undefined;
const capabilities = { rawTargets: false, connectTimeout: false };

const plain: ProxyAdapter = {
  async start(options) {
    const { origin, close } = await serveHandler(createProxyHandler({ ...options, basePath }));
    return { baseUrl: origin + basePath, close };
  },
  headerOf,
  capabilities,
};

const hono: ProxyAdapter = {
  async start(options) {
    const documents = createProxyHandler({ ...options, basePath });
    const app = new Hono();
    app.all(`${basePath}/*`, (context) => documents(context.req.raw));
    const { origin, close } = await serveHandler((request) => app.fetch(request));
    return { baseUrl: origin + basePath, close };
  },
  headerOf,
  capabilities,
};

describeProxyConformance("createProxyHandler", plain);
describeProxyConformance("createProxyHandler in Hono", hono);
