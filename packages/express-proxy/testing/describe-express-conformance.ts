import type { Request } from "express";
import { describeProxyConformance } from "../../proxy-core/testing/conformance/describe-proxy-conformance.ts";
import { documentsProxy } from "../src/index.ts";
import { startExpress, versions } from "./start-express.ts";

/** The conformance suite behind one of the supported versions of Express. */
export const describeExpressConformance = (version: keyof typeof versions): void =>
  describeProxyConformance(version, {
    async start(options) {
      const app = versions[version]();
      app.use("/api/documents", documentsProxy(options));
      const { origin, close } = await startExpress(app);
      return { baseUrl: `${origin}/api/documents`, close };
    },
    headerOf: (native, header) => (native as Request).get(header),
    capabilities: { rawTargets: true, connectTimeout: true, keepsEncoding: true },
  });
