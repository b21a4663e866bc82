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

  it("a deployed flow that writes by it says so; its draft can be changed, and is not deployed without another prompt", async () => {
    const { prompt_id } = (
      await server.root("POST", "/prompts", { body: { name: "Gone", text: "{context}" } })
    ).body;
    const llm = { id: "writer", type: "llm", data: { config: { promptId: prompt_id } } };
    await server.create("letters");
    const { graph } = (await server.flow("letters", "GET", "/graph")).body;
    const response = graph.nodes.find(({ type }: { type: string }) => type === "response").id;
    const before = graph.edges.find(({ target }: { target: string }) => target === response);
    const written = {
      nodes: [...graph.nodes, llm],
      edges: [
        ...graph.edges.filter((edge: unknown) => edge !== before),
        { ...before, target: "writer" },
        { source: "writer", target: response },
      ],
    };
    const put = (sent: unknown) => server.flow("letters", "PUT", "/graph", { body: { graph: sent } });
    await put(written);
    const first = (await server.flow("letters", "POST", "/deploy")).body.revision_id;
    await server.root("DELETE", `/prompts/${prompt_id}`);

    const reason =
      "writer: its prompt was deleted. Give the node another prompt or none, and deploy the flow again";
    const { flows } = (await server.root("GET", "/")).body;
    expect(flows.find(({ name }: { name: string }) => name === "letters")).toMatchObject({
      status: "Failed",
      status_reason: reason,
    });
    const draft = (await server.flow("letters", "GET", "/graph")).body.graph;
    draft.nodes[0].position = { x: 7, y: 7 };
    expect((await put(draft)).status).toBe(200);
    for (const [path, body] of [
      ["/deploy", {}],
      ["/rollback", { revision_id: first }],
    ] as const)
      expect(await server.flow("letters", "POST", path, { body })).toMatchObject({
        status: 400,
        body: { detail: reason },
      });

    draft.nodes.find(({ id }: { id: string }) => id === "writer").data.config = {};
    await put(draft);
    expect((await server.flow("letters", "POST", "/deploy")).body.status).toBe("Deployed");
    expect((await server.flow("letters", "GET", "/graph")).body.status).toBe("Deployed");
  });
});
