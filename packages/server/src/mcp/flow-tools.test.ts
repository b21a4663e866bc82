import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { textOf } from "../../testing/mcp-client.ts";
import type { CallOperation, CallReply, OperationCall } from "./call-operation.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import { createSourceTools } from "./tools/index.ts";

const reply = (body: unknown, status = 200, headers = {}): CallReply => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(body)),
});

const flow = (name: string, more: object = {}) => ({
  name,
  description: null,
  status: "Deployed",
  url: null,
  ...more,
});

const ranOnce = {
  items: [{ page_content: "Ada", metadata: { score: 1 } }],
  total: 1,
  page: 1,
  page_size: 10,
  total_pages: 1,
};

/** A client in front of a service whose operations answer as given. Every call is written down. */
async function connect(answers: Record<string, CallReply>) {
  const calls: OperationCall[] = [];
  const call: CallOperation = async (made) => {
    calls.push(made);
    return answers[made.operationId] ?? reply({ detail: "Not found" }, 404);
  };
  const handler = createMcpHandler(() =>
    createMcpServer({
      version: "1",
      tools: createSourceTools(),
      call,
      mayWrite: async () => true,
      modern: true,
    }),
  );
  const client = new Client(
    { name: "headwater-test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: async (url, init) => handler.fetch(new Request(url, init as RequestInit)),
    }),
  );
  return { client, calls };
}

describe("flows as tools", () => {
  it("lists each deployed flow with what it says of itself", async () => {
    const flows = [
      flow("support", { tool_description: "Answers customers.", description: "For the desk." }),
      flow("contracts", { description: "Finds clauses." }),
      flow("search"),
      flow("draft", { status: "New" }),
      flow("stopped", { status: "Not deployed" }),
    ];
    const { client } = await connect({ listFlows: reply({ flows, total: flows.length }) });
    const { tools } = await client.listTools();
    const listed = tools.filter(({ name }) => !name.includes("_"));
    expect(listed.map(({ name, description }) => [name, description])).toEqual([
      ["support", "Answers customers."],
      ["contracts", "Finds clauses."],
      ["search", "Runs the flow search on a query."],
    ]);
    expect(listed[0]).toMatchObject({
      inputSchema: { type: "object", properties: { query: {}, page: {}, page_size: {} } },
      annotations: { readOnlyHint: true },
    });
  });

  it("says what each tool answers, and the client holds the service to it", async () => {
    const flows = reply({ flows: [flow("support")], total: 1 });
    const { client } = await connect({ listFlows: flows, runFlow: reply(ranOnce) });
    const { tools } = await client.listTools();
    for (const { name, outputSchema } of tools) {
      expect([name, outputSchema?.type]).toEqual([name, "object"]);
      // A client may know no keywords but those of JSON Schema, and has no other document.
      expect(JSON.stringify(outputSchema)).not.toMatch(/"x-|#\/components/);
    }
    const { structuredContent } = await client.callTool({ name: "support", arguments: { query: "who?" } });
    expect(structuredContent).toEqual(ranOnce);
    const other = await connect({ listFlows: flows, runFlow: reply({ items: "none" }) });
    await other.client.listTools();
    await expect(other.client.callTool({ name: "support", arguments: {} })).rejects.toThrow("output schema");
  });

  it("runs a flow, and gives its answer as the service does", async () => {
    const { client, calls } = await connect({ runFlow: reply(ranOnce) });
    const result = await client.callTool({ name: "support", arguments: { query: "who?", page: 1 } });
    expect(calls).toEqual([{ operationId: "runFlow", flow: "support", body: { query: "who?", page: 1 } }]);
    expect(JSON.stringify(result.structuredContent)).toBe(JSON.stringify(ranOnce));
    expect(textOf(result)).toBe(JSON.stringify(ranOnce));
  });

  it("gives the service's reason when a flow does not run", async () => {
    const detail = "No deployed revision found for flow support";
    const busy = reply({ detail: "Too many" }, 429, { "retry-after": "3" });
    const { client } = await connect({ runFlow: reply({ detail }, 404) });
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
    const busy = await connect({ listFlows: reply({ detail: "Too many requests are waiting." }, 429) });
    await expect(busy.client.listTools()).rejects.toThrow("Too many requests are waiting.");
  });
});
