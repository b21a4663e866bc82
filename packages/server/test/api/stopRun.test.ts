import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("stopRun", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("ends one that goes on, and tells its readers", async () => {
    server.state.goesOn = true;
    const response = await fetch(`http://127.0.0.1:${server.port}/flows/support/simulate`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.tokens.own}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ query: "x" }),
    });
    let text = "";
    let stopped: unknown;
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const [, runId] = /"run_id":"([\w-]+)"/.exec(text) ?? [];
      if (runId === undefined || stopped) continue;
      const refused = await server.flow("support", "DELETE", `/runs/${runId}`, {
        token: server.tokens.other,
      });
      expect(refused.status).toBe(403);
      stopped = (await server.flow("support", "DELETE", `/runs/${runId}`)).body;
    }
    server.state.goesOn = false;
    expect(stopped).toMatchObject({ stopped: true, message: "Run stopped successfully" });
    expect(text).toMatch(/event: error\ndata: {"detail":"The run was stopped.",.*"status":409}\n\n$/);
  });

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
