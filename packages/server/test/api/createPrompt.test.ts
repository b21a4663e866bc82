import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("createPrompt", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
  });
  afterAll(() => server.close());

  it("makes a prompt that an LLM node can name", async () => {
    const { status, body } = await server.root("POST", "/prompts", {
      body: { name: "Short", text: "{question}" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ prompt_id: expect.any(String), name: "Short", text: "{question}" });
    const config = { promptId: body.prompt_id };
    const graph = { nodes: [{ id: "llm", type: "llm", data: { config } }], edges: [] };
    expect((await server.create("chat", { graph })).status).toBe(200);
    const other = { body: { name: "theirs", graph }, token: server.tokens.other };
    expect((await server.root("POST", "/create", other)).status).toBe(400);
  });

  it.each([
    [{ text: "x" }, "name is required"],
    [{ name: "x" }, "text is required"],
    [{ name: "x", text: "" }, "text is required"],
  ])("%j: %s", async (body, detail) => {
    expect(await server.root("POST", "/prompts", { body })).toMatchObject({ status: 400, body: { detail } });
  });

  it("is a write", async () => {
    const sent = { body: { name: "a", text: "b" }, token: server.tokens.reader };
    expect((await server.root("POST", "/prompts", sent)).status).toBe(403);
  });
});
