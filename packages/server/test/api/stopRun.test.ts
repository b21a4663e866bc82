import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("stopRun", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("a run that has ended stays as it is; an unknown one is a 404", async () => {
    const sent = { body: { query: "x" }, headers: { accept: "text/event-stream" } };
    const { text } = await server.flow("support", "POST", "/simulate", sent);
    const [, run_id] = /"run_id":"([\w-]+)"/.exec(text) ?? [];
    expect(
      await server.flow("support", "DELETE", `/runs/${run_id}`, { token: server.tokens.reader }),
    ).toMatchObject({
      status: 200,
      body: { run_id, stopped: false, message: "The run had already ended" },
    });
    expect(await server.flow("support", "DELETE", "/runs/x")).toMatchObject({
      status: 404,
      body: { detail: "Run not found. It may have expired. Run the flow again." },
    });
  });
});
