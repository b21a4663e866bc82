import type { Request } from "express";
import { describeProxyConformance } from "../../proxy-core/testing/conformance/describe-proxy-conformance.ts";
import { documentsProxy } from "../src/index.ts";
import { startExpress, versions } from "../testing/start-express.ts";

for (const [name, express] of Object.entries(versions))
  describeProxyConformance(name, {
    async start(options) {
      const app = express();
      app.use("/api/documents", documentsProxy(options));
      const { origin, close } = await startExpress(app);
      return { baseUrl: `${origin}/api/documents`, close };
    },
    headerOf: (native, header) => (native as Request).get(header),
    capabilities: { rawTargets: true, connectTimeout: true, keepsEncoding: true },
  });
