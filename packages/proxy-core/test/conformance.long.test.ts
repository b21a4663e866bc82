import { createProxyHandler } from "../src/index.ts";
import { describeProxyConformance } from "../testing/conformance/describe-proxy-conformance.ts";
import { serveHandler } from "../testing/serve-handler.ts";

const basePath = "/api/documents";

describeProxyConformance("createProxyHandler", {
  async start(options) {
    const { origin, close } = await serveHandler(createProxyHandler({ ...options, basePath }));
    return { baseUrl: origin + basePath, close };
  },
  headerOf: (native, name) => (native as Request).headers.get(name) ?? undefined,
  capabilities: { rawTargets: false, connectTimeout: false },
});
