import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { CallOperation, CallReply, OperationCall } from "../src/mcp/call-operation.ts";
import { createMcpServer, type McpServerParts } from "../src/mcp/create-mcp-server.ts";
import { createSourceTools } from "../src/mcp/tools/index.ts";

/** What an operation answers. */
export const replyOf = (body: unknown, status = 200, headers = {}): CallReply => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(body)),
});

export type Answers = Record<string, CallReply | ((call: OperationCall) => CallReply)>;

/** Operations that answer as given; any other is not found. Every call is written down. */
export function fakeOperations(answers: Answers): { call: CallOperation; calls: OperationCall[] } {
  const calls: OperationCall[] = [];
  const call: CallOperation = async (made) => {
    calls.push(made);
    const answer = answers[made.operationId] ?? replyOf({ detail: "Not found" }, 404);
    return typeof answer === "function" ? answer(made) : answer;
  };
  return { call, calls };
}

/** A client of the official SDK in front of the tools alone, without a service. */
export async function connectTools(
  call: CallOperation,
  parts: Partial<McpServerParts> = {},
): Promise<Client> {
  const handler = createMcpHandler(() =>
    createMcpServer({
      version: "1",
      tools: createSourceTools(),
      call,
      accessOf: async () => "manage",
      modern: true,
      ...parts,
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
  return client;
}
