import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("deleteFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("deletes one that is not deployed, and frees its name", async () => {
    expect(await server.flow("support", "DELETE", "/")).toMatchObject({
      status: 200,
      body: { success: true, message: "Flow 'support' deleted successfully" },
    });
    expect((await server.flow("support", "GET", "/graph")).status).toBe(404);
    expect((await server.create("support")).status).toBe(200);
  });

  it("deletes one that is deployed only with its name repeated", async () => {
    await server.flow("support", "POST", "/deploy");
    for (const path of ["/", "/?confirm=other"])
      expect(await server.flow("support", "DELETE", path)).toMatchObject({
        status: 400,
        body: { detail: "The flow is deployed: repeat its name in confirm" },
      });
    expect((await server.flow("support", "DELETE", "/?confirm=support")).status).toBe(200);
  });

  it("is a write", async () => {
    await server.create("other");
    expect((await server.flow("other", "DELETE", "/", { token: server.tokens.reader })).status).toBe(403);
  });
});
