import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listPrompts", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    for (const name of ["Short", "Long"])
      await server.root("POST", "/prompts", { body: { name, text: `${name}: {context} {question}` } });
  });
  afterAll(() => server.close());

  it("lists the project's prompts by name", async () => {
    const { body } = await server.root("GET", "/prompts", { token: server.tokens.reader });
    expect(body.total).toBe(2);
    expect(body.prompts.map(({ name }: { name: string }) => name)).toEqual(["Long", "Short"]);
    expect((await server.root("GET", "/prompts", { token: server.tokens.other })).body.total).toBe(0);
  });

  it("is not an address of a single flow", async () => {
    expect((await server.send("GET", "/prompts", { host: "support.flows.localhost" })).status).toBe(404);
  });
});
