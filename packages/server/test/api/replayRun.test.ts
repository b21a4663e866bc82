import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("replayRun", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    for (const query of ["one", "two", "three"])
      await server.flow("support", "POST", "/simulate", { body: { query } });
  });
  afterAll(() => server.close());

  it("runs on the draft or on a revision, by default on what it ran on", async () => {
    const { body } = await server.flow("support", "GET", "/runs");
    const [{ run_id }] = body.runs;
    const { body: deployed } = await server.flow("support", "POST", "/deploy");
    const replay = async (sent?: object) =>
      (await server.flow("support", "POST", `/runs/${run_id}/replay`, { body: sent })).body;
    expect(await replay()).toMatchObject({ kind: "simulation", revision_id: null, query: "three" });
    const { revision_id } = deployed;
    expect(await replay({ revision: revision_id })).toMatchObject({
      kind: "run",
      revision_id,
      query: "three",
    });
    expect(await replay({ revision: "draft" })).toMatchObject({ kind: "simulation", revision_id: null });
    const run = await server.flow("support", "POST", "/", { body: { query: "four" } });
    const again = await server.flow("support", "POST", `/runs/${run.body.run_id}/replay`);
    expect(again.body).toMatchObject({ kind: "run", revision_id, query: "four" });
  });

  it("is a write, of a run that is kept", async () => {
    expect((await server.flow("support", "POST", "/runs/x/replay")).status).toBe(404);
    const sent = { token: server.tokens.reader };
    expect((await server.flow("support", "POST", "/runs/x/replay", sent)).status).toBe(403);
  });
});
