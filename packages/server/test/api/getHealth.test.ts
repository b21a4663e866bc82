import { expect, it } from "vitest";
import { sharedService } from "../../testing/shared-service.ts";

it("getHealth answers without a token", async () => {
  const server = await sharedService();
  const response = await server.fetch(`${server.origin}/healthz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});
