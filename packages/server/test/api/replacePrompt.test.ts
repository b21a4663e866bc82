import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("replacePrompt", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    for (const name of ["Short", "Long"])
      await server.root("POST", "/prompts", { body: { name, text: `${name}: {context} {question}` } });
  });
  afterAll(() => server.close());

  it("replaces name and text, of the project's own only", async () => {
    const { body } = await server.root("GET", "/prompts");
    const path = `/prompts/${body.prompts[0].prompt_id}`;
    const sent = { body: { name: "Longer", text: "{context}" } };
    expect((await server.root("PUT", path, sent)).body).toMatchObject({ name: "Longer", text: "{context}" });
    expect(await server.root("PUT", path, { ...sent, token: server.tokens.other })).toMatchObject({
      status: 404,
      body: { detail: "Prompt not found" },
    });
    expect((await server.root("PUT", path, { ...sent, token: server.tokens.reader })).status).toBe(403);
  });
});
