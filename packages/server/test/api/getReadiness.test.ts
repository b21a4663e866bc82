import { createSourcesClient } from "@headwater/client";
import { expect, it } from "vitest";
import { sharedService } from "../../testing/shared-service.ts";

it("getReadiness says that every part works and what this installation can do, without a token", async () => {
  const server = await sharedService();
  const response = await server.fetch(`${server.origin}/readyz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    status: "ready",
    checks: { database: { ok: true }, index: { ok: true }, files: { ok: true } },
    index: { state: "ready", done: 0, total: 0 },
    capabilities: expect.arrayContaining([
      "ingest",
      "ask",
      "ask-stream",
      "extract",
      "retrieve",
      "screenshots",
    ]),
    storage: "ok",
    methods: ["auto", "fast", "balanced", "accurate"],
    file_types: expect.arrayContaining(["pdf", "docx", "md"]),
  });
  const { data } = await createSourcesClient({ baseUrl: server.baseUrl }).GET("/readyz");
  expect(data?.status).toBe("ready");
});
