import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("undeployFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("takes the flow back, and changes nothing when it is not deployed", async () => {
    const undeploy = async () => (await server.flow("support", "POST", "/undeploy")).body;
    expect(await undeploy()).toMatchObject({ success: true, status: "New" });
    await server.flow("support", "POST", "/deploy");
    expect(await undeploy()).toEqual({
      success: true,
      message: "Flow 'support' undeployed successfully",
      status: "Not deployed",
    });
    expect((await server.flow("support", "POST", "/")).body.detail).toBe(
      "No deployed revision found for flow support",
    );
    expect(await undeploy()).toMatchObject({ status: "Not deployed" });
  });
});
