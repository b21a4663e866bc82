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
