import { Hono } from "hono";
import { createProxyHandler } from "../src/index.ts";
import { describeProxyConformance } from "../testing/conformance/describe-proxy-conformance.ts";
import { serveHandler } from "../testing/serve-handler.ts";

const basePath = "/api/documents";

// Hono hands the handler the same requests. In `npm test` the README's application, which uses Hono, shows that.
describeProxyConformance("createProxyHandler in Hono", {
  async start(options) {
    const documents = createProxyHandler({ ...options, basePath });
    const app = new Hono();
    app.all(`${basePath}/*`, (context) => documents(context.req.raw));
    const { origin, close } = await serveHandler((request) => app.fetch(request));
    return { baseUrl: origin + basePath, close };
  },
  headerOf: (native, name) => (native as Request).headers.get(name) ?? undefined,
  capabilities: { rawTargets: false, connectTimeout: false },
});
