import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRun } from "../../testing/contracts/example-flows.ts";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("diffFlow", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    await server.flow("support", "POST", "/deploy", { body: { tool_description: "First" } });
    const { body } = await server.flow("support", "GET", "/graph");
    body.graph.nodes[1].data.config.topK = 8;
    await server.flow("support", "PUT", "/graph", { body: { graph: body.graph } });
    await server.flow("support", "POST", "/deploy");
  });
  afterAll(() => server.close());

  const diff = async (query = "") => (await server.flow("support", "GET", `/diff${query}`)).body;

  it("compares the draft with what answers", async () => {
    expect(await diff()).toMatchObject({ to: "draft", changes: [], text: "" });
    const { body } = await server.flow("support", "GET", "/graph");
    body.graph.nodes[1].data.config.topK = 9;
    await server.flow("support", "PUT", "/graph", { body: { graph: body.graph } });
    expect(await diff()).toMatchObject({
      changes: [{ path: "nodes[smart-rag].config.topK", kind: "changed", before: 8, after: 9 }],
      text: "~ nodes[smart-rag].config.topK: 8 → 9",
    });
  });

  it("compares any two, in either direction", async () => {
    const { body } = await server.flow("support", "GET", "/revisions");
    const [newest, oldest] = body.revisions.map(({ revision_id }: { revision_id: string }) => revision_id);
    expect((await diff(`?from=${oldest}&to=${newest}`)).text).toBe("~ nodes[smart-rag].config.topK: 5 → 8");
    expect((await diff(`?from=${newest}&to=${oldest}`)).text).toBe("~ nodes[smart-rag].config.topK: 8 → 5");
    expect((await diff("?from=x")).detail).toBe("Revision with id 'x' not found in flow 'support'");
  });

  it("compares two runs: their graphs, and the items gained, lost, moved and changed", async () => {
    const { flowId, draft } = (await server.stores.flows.find("support")) ?? { flowId: "", draft: null };
    const { body } = await server.flow("support", "GET", "/revisions");
    const revisionId: string = body.revisions[0].revision_id;
    const passages = (...ids: string[]) =>
      ids.map((id) => ({ id, chunkIds: [], score: 1, summary: `Text of ${id}` }));
    const outputOf = (found: ReturnType<typeof passages>) => ({
      ...{ kind: "passages" as const, lists: [{ query: { id: "q", text: "?" }, passages: found }] },
    });
    const run = exampleRun(flowId, { revisionId, output: outputOf(passages("a", "b", "c")) });
    const last = [
      ...passages("c", "d"),
      { ...passages("b")[0], id: "b", chunkIds: [], score: 1, summary: "Else" },
    ];
    const simulation = exampleRun(flowId, {
      ...{ kind: "simulation", revisionId: null, output: outputOf(last), graph: draft ?? undefined },
    });
    for (const each of [run, simulation]) await server.stores.flows.addRun(each, []);
    const found = await diff(`?from=${run.runId}&to=${simulation.runId}`);
    expect(found).toMatchObject({
      changes: [{ path: "nodes[smart-rag].config.topK" }],
      items: {
        gained: [{ id: "d", place: 2, source: "a.pdf", text: "Text of d" }],
        lost: [{ id: "a", place: 1 }],
        moved: [
          { id: "c", before: 3, after: 1 },
          { id: "b", before: 2, after: 3 },
        ],
        changed: [{ id: "b", before: "Text of b", after: "Else" }],
      },
    });
    expect(found.text.split("\n")).toEqual([
      "~ nodes[smart-rag].config.topK: 8 → 9",
      '- items[1]: a.pdf: "Text of a"',
      '+ items[2]: a.pdf: "Text of d"',
      "~ items[3] → items[1]: a.pdf",
      "~ items[2] → items[3]: a.pdf",
      '~ items[b]: "Text of b" → "Else"',
    ]);
    const withRevision = await diff(`?from=${revisionId}&to=${run.runId}`);
    expect(withRevision).toMatchObject({ from: revisionId, to: run.runId, changes: [] });
    expect(withRevision.items).toBeUndefined();
  });

  it("before the first revision everything is added", async () => {
    await server.create("new");
    const { body } = await server.flow("new", "GET", "/diff");
    expect(body.from).toBeNull();
    expect(body.changes).toHaveLength(5);
  });
});
