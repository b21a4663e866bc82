import { expect, it } from "vitest";
import { startServer } from "../../testing/start-server.ts";

it("getHealth answers without a token", async () => {
  const server = await startServer();
  const response = await server.fetch(`${server.origin}/healthz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  await server.close();
});
