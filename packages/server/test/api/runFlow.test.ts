import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("runFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  const run = (body?: object, headers = {}) => server.flow("support", "POST", "/", { body, headers });

  it("answers a page of the deployed revision, with the id of the run", async () => {
    await server.flow("support", "POST", "/deploy");
    const { status, body } = await run({ query: "How long?", page: 1, page_size: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          page_content: "Passage 1",
          metadata: { source: "warranty.pdf", page: 1, chunk_id: "chunk-1", relevance_score: 1 },
        },
      ],
      total: 3,
      page: 1,
      page_size: 1,
      total_pages: 3,
      run_id: expect.any(String),
    });
    const trace = await server.flow("support", "GET", `/runs/${body.run_id}`);
    expect(trace.body).toMatchObject({ kind: "run", query: "How long?", state: "done" });
  });

  it("runs without a body", async () => {
    expect(await run()).toMatchObject({ status: 200, body: { total: 3, page: 1, page_size: 10 } });
  });

  it("pins a revision, and names one that is unknown", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    const [{ revision_id }] = body.revisions;
    const pinned = await run({ revision: revision_id });
    const trace = await server.flow("support", "GET", `/runs/${pinned.body.run_id}`);
    expect(trace.body.revision_id).toBe(revision_id);
    expect(await run({ revision: "gone" })).toMatchObject({
      status: 404,
      body: { detail: "Revision with id 'gone' not found in flow 'support'" },
    });
  });

  it("streams what each node does, then the same result; a refusal has no stream", async () => {
    const { status, headers, text } = await run({ query: "How long?" }, { accept: "text/event-stream" });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream");
    const events = [...text.matchAll(/^id: (\d+)\nevent: (\w+)\ndata: (.+)$/gm)].map(
      ([, id, event, data = ""]) => ({
        id: Number(id),
        event,
        data: JSON.parse(data),
      }),
    );
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event }) => event)).toEqual(["status", ...Array(6).fill("node"), "result"]);
    const [first, , ran] = events;
    expect(ran?.data).toEqual({ node_id: "dataset", state: "ran", why: "first run" });
    expect(events.at(-1)?.data).toMatchObject({ total: 3, run_id: first?.data.run_id });
    const refused = await run({ page_size: 0 }, { accept: "text/event-stream" });
    expect(refused).toMatchObject({ status: 400, body: { detail: "page_size must be between 1 and 100" } });
  });

  it.each([
    [{ page_size: "5" }, "page_size must be a number, without quotes"],
    [{ page: "2" }, "page must be a number, without quotes"],
    [{ page_size: "five" }, "page_size must be between 1 and 100"],
    [{ page_size: true }, "page_size must be between 1 and 100"],
    [{ page: 1.5 }, "page must be an integer"],
  ])("%j: %s", async (body, detail) => {
    expect(await server.flow("support", "POST", "/", { body })).toMatchObject({
      status: 400,
      body: { detail },
    });
  });

  it("answers a read-only token", async () => {
    const { reader } = server.tokens;
    expect((await server.flow("support", "POST", "/", { token: reader })).status).toBe(200);
  });
});
