import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("deletePrompt", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    for (const name of ["Short", "Long"])
      await server.root("POST", "/prompts", { body: { name, text: `${name}: {context} {question}` } });
  });
  afterAll(() => server.close());

  it("removes it, once", async () => {
    const { body } = await server.root("GET", "/prompts");
    const { prompt_id, name } = body.prompts[0];
    const remove = (token = server.tokens.own) => server.root("DELETE", `/prompts/${prompt_id}`, { token });
    expect((await remove(server.tokens.reader)).status).toBe(403);
    expect((await remove(server.tokens.other)).status).toBe(404);
    expect(await remove()).toMatchObject({
      status: 200,
      body: { success: true, message: `Prompt '${name}' deleted successfully`, prompt_id },
    });
    expect((await remove()).body.detail).toBe("Prompt not found");
  });
});
