import { defineRoute, RouteReply } from "../define-route.ts";

export const getReadiness = defineRoute("getReadiness", async (_input, { readiness }) => {
  const report = await readiness();
  return new RouteReply(report, { status: report.status === "ready" ? 200 : 503 });
});
