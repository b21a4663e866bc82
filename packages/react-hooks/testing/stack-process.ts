// stack.ts starts this process. It ends when its standard input ends, so that it does not survive a killed test run.
import type { AddressInfo } from "node:net";
import { documentsProxy } from "@headwater/express-proxy";
import express from "express";
import { startServer } from "../../server/testing/start-server.ts";

const service = await startServer();
const app = express();
app.use(
  "/api/documents",
  documentsProxy({ baseUrl: service.baseUrl, token: service.token, authorize: () => true }),
);
// The address of a service that does not run.
app.use(
  "/api/nowhere",
  documentsProxy({
    baseUrl: "http://127.0.0.1:9/sources",
    token: "none",
    authorize: () => true,
    onEvent: () => {},
  }),
);
const upstream = process.argv[2];
if (upstream)
  app.use("/api/examples", documentsProxy({ baseUrl: upstream, token: "any", authorize: () => true }));
const listening = app.listen(0, "127.0.0.1", () => {
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  process.stdout.write(`${JSON.stringify({ origin, serviceUrl: service.baseUrl, token: service.token })}\n`);
});
process.stdin.resume().on("end", async () => {
  listening.close();
  listening.closeAllConnections();
  await service.close();
  process.exit(0);
});
