import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listFlows", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("lists the project's flows by name, with their state and address", async () => {
    await server.create("answers", { description: "All answers" });
    const { status, body } = await server.root("GET", "/");
    expect(status).toBe(200);
    expect(body).toEqual({
      flows: [
        {
          name: "answers",
          description: "All answers",
          status: "New",
          url: `http://answers.flows.localhost:${server.port}`,
          tool_description: null,
        },
        {
          name: "support",
          description: null,
          status: "New",
          url: `http://support.flows.localhost:${server.port}`,
          tool_description: null,
        },
      ],
      total: 2,
    });
  });

  it("gives addresses of the form that the caller used", async () => {
    const { body } = await server.send("GET", "/flows");
    expect(body.flows[1].url).toBe(`http://127.0.0.1:${server.port}/flows/support`);
  });

  it("shows another project nothing", async () => {
    expect((await server.root("GET", "/", { token: server.tokens.other })).body).toEqual({
      flows: [],
      total: 0,
    });
  });

  it("follows deploying and undeploying", async () => {
    const status = async () => (await server.root("GET", "/")).body.flows[1].status;
    await server.flow("support", "POST", "/deploy");
    expect(await status()).toBe("Deployed");
    await server.flow("support", "POST", "/undeploy");
    expect(await status()).toBe("Not deployed");
  });
});
