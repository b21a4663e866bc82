import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("resumeRun", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("sends the rest after Last-Event-ID, and says when there is none", async () => {
    const sent = { body: { query: "x" }, headers: { accept: "text/event-stream" } };
    const { text } = await server.flow("support", "POST", "/simulate", sent);
    const [, runId] = /"run_id":"([\w-]+)"/.exec(text) ?? [];
    const after = (id: string, token = server.tokens.own) =>
      server.flow("support", "GET", `/runs/${runId}/events`, { headers: { "last-event-id": id }, token });
    expect((await after("3")).text).toBe(text.slice(text.indexOf("id: 4\n")));
    expect((await after("8", server.tokens.reader)).status).toBe(204);
    expect(await after("9")).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: Last-Event-ID must be the id of an event of this run" },
    });
    expect((await after("1", server.tokens.other)).status).toBe(403);
  });

  it("404 for an unknown one", async () => {
    expect(await server.flow("support", "GET", "/runs/x/events")).toMatchObject({
      status: 404,
      body: { detail: "Run not found. It may have expired. Run the flow again." },
    });
  });
});
