import { describe, expect, it } from "vitest";
import { textOf } from "../../testing/mcp-client.ts";
import { type Answers, connectTools, fakeOperations, replyOf } from "../../testing/mcp-tools.ts";

const flow = (name: string, more: object = {}) => ({
  name,
  description: null,
  status: "Deployed",
  url: null,
  ...more,
});

const passage = (page_content: string, metadata: object = {}) => ({
  page_content,
  metadata: { source: "ada.txt", page: 2, chunk_id: "c1", relevance_score: 0.51234, ...metadata },
});
const runOf = (items: object[]) => ({ items, total: items.length, page: 1, page_size: 100, total_pages: 1 });

async function connect(answers: Answers) {
  const { call, calls } = fakeOperations(answers);
  return { client: await connectTools(call), calls };
}

describe("flows as tools", () => {
  it("lists each deployed flow with what it says of itself", async () => {
    const flows = [
      flow("support", { tool_description: "Answers customers.", description: "For the desk." }),
      flow("contracts", { description: "Finds clauses." }),
      flow("reports"),
      flow("long", { tool_description: "x".repeat(5_000) }),
      flow("draft", { status: "New" }),
      flow("stopped", { status: "Not deployed" }),
    ];
    const { client } = await connect({ listFlows: replyOf({ flows, total: flows.length }) });
    const { tools } = await client.listTools();
    const listed = tools.filter(({ title }) => title?.startsWith("Flow "));
    expect(listed.map(({ name, description }) => [name, description])).toEqual([
      ["support", "Answers customers."],
      ["contracts", "Finds clauses."],
      ["reports", "Runs the flow reports on a query."],
      ["long", "x".repeat(1_000)],
    ]);
    expect(listed[0]).toMatchObject({
      inputSchema: { type: "object", properties: { query: {}, cursor: {} } },
      annotations: { readOnlyHint: true },
    });
  });

  it("runs a flow, and gives its passages as Markdown", async () => {
    const items = [passage("Ada *built* it."), passage("**Ada** did.", { chunk_id: null, source: null })];
    const { client, calls } = await connect({ runFlow: replyOf(runOf(items)) });
    const result = await client.callTool({ name: "support", arguments: { query: "who?" } });
    const body = { query: "who?", page: 1, page_size: 100 };
    expect(calls).toEqual([{ operationId: "runFlow", flow: "support", body }]);
    expect(textOf(result)).toBe(
      "## 1. ada.txt, page 2 (score 0.512)\n\nAda \\*built\\* it.\n\n## 2. Result, page 2 (score 0.512)\n\n**Ada** did.",
    );
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("has another name for a flow that is called like a tool of research agents", async () => {
    const flows = [flow("search"), flow("fetch")];
    const { client, calls } = await connect({
      listFlows: replyOf({ flows, total: 2 }),
      runFlow: replyOf(runOf([])),
      prebuiltRag: replyOf({ query: "x", chunks: [], total: 0 }),
    });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["search", "fetch", "flow_search", "flow_fetch"]));
    expect(textOf(await client.callTool({ name: "flow_search", arguments: { query: "x" } }))).toBe(
      "The flow found nothing.",
    );
    await client.callTool({ name: "search", arguments: { query: "x" } });
    const called = calls.slice(1).map(({ operationId, flow }) => [operationId, flow]);
    expect(called).toEqual([
      ["runFlow", "search"],
      ["prebuiltRag", undefined],
    ]);
    await expect(client.callTool({ name: "flow_support", arguments: {} })).rejects.toThrow("not found");
  });

  describe("where there are many", () => {
    const many = (count: number, tool_description: string) =>
      Array.from({ length: count }, (_, at) => flow(`team-${at}-answers`, { tool_description }));
    const listed = async (flows: object[]) => {
      const { client, calls } = await connect({
        listFlows: replyOf({ flows, total: flows.length }),
        runFlow: replyOf(runOf([passage("Ada built it.")])),
      });
      const { tools } = await client.listTools();
      return { client, calls, tools, one: tools.find(({ name }) => name === "run_flow") };
    };

    it.each([
      ["words", 50, "Answers what customers ask. ".repeat(36).slice(0, 1_000)],
      ["quotation marks and line breaks", 12, '"a"\n'.repeat(250)],
      ["Chinese", 3, "答".repeat(1_000)],
      ["a long name each", 400, ""],
    ])("collapses them into one tool within 12 kB: %s", async (_, count, text) => {
      const { tools, one } = await listed(many(count, text));
      expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12_000);
      expect(tools.filter(({ title }) => title?.startsWith("Flow "))).toEqual([]);
      expect(one?.description?.length).toBeLessThanOrEqual(1_000);
    });

    it("names them, and says in a line each what they do while there is room", async () => {
      const few = await listed(many(10, "Answers customers. ".repeat(50)));
      expect(few.one?.inputSchema.properties?.flow).toMatchObject({
        enum: expect.arrayContaining(["team-9-answers"]),
      });
      expect(few.one?.description).toMatch(/\n- team-9-answers: Answers customers\. [^\n]*…$/);
      const fifty = await listed(many(50, "Answers customers. ".repeat(50)));
      expect(fifty.one?.inputSchema.properties?.flow).toMatchObject({
        enum: expect.arrayContaining(["team-49-answers"]),
      });
    });

    it("runs the one that is named, lists all without a name, and refuses what is no name", async () => {
      const { client, calls } = await listed(many(50, "Answers customers. ".repeat(50)));
      const run = (args: object) => client.callTool({ name: "run_flow", arguments: { ...args } });
      expect(textOf(await run({ flow: "team-7-answers", query: "who?" }))).toContain("Ada built it.");
      expect(calls.at(-1)).toMatchObject({ operationId: "runFlow", flow: "team-7-answers" });
      const all: string[] = [];
      for (let cursor: unknown = ""; cursor !== undefined; ) {
        const page = await run({ flow: "", query: "who?", cursor });
        all.push(...(textOf(page).match(/^- team-\d+-answers: Answers customers\./gm) ?? []));
        cursor = page._meta?.["headwater/next-cursor"];
      }
      expect(new Set(all).size).toBe(50);
      expect(textOf(await run({ flow: "../sources" }))).toBe(
        'There is no flow "../sources". Call run_flow without flow to list them.',
      );
      // The tools of single flows are still called by their names, as a client that listed them before does.
      expect(textOf(await client.callTool({ name: "team-7-answers", arguments: {} }))).toContain("Ada");
    });
  });

  it("gives the service's reason when a flow does not run", async () => {
    const detail = "No deployed revision found for flow support";
    const busy = replyOf({ detail: "Too many" }, 429, { "retry-after": "3" });
    const { client } = await connect({ runFlow: replyOf({ detail }, 404) });
    expect(await client.callTool({ name: "support", arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: detail }],
    });
    const other = await connect({ runFlow: busy });
    expect(await other.client.callTool({ name: "support", arguments: {} })).toMatchObject({
      isError: true,
      _meta: { "headwater/status": 429, "headwater/retry-after": "3" },
    });
  });

  it("lists none where the service has no flows, and fails when it can't tell", async () => {
    const { client } = await connect({});
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    const busy = await connect({ listFlows: replyOf({ detail: "Too many requests are waiting." }, 429) });
    await expect(busy.client.listTools()).rejects.toThrow("Too many requests are waiting.");
  });
});
