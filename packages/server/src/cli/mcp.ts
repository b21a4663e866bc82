import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../mcp/create-mcp-server.ts";
import type { Access } from "../mcp/tool.ts";
import { createSourceTools } from "../mcp/tools/index.ts";
import { version } from "../version.ts";
import { openAllowedFolders } from "./allowed-folders.ts";
import { createCallRemote } from "./call-remote.ts";
import { readRemoteAddress } from "./remote.ts";
import type { Terminal } from "./terminal.ts";

export type McpOptions = { allow?: string[] };

/**
 * `headwater mcp`: an MCP server on standard input and output, in front of the running service. It keeps nothing, so the
 * service may restart meanwhile. Standard output carries the protocol only; what is logged goes to standard error.
 */
export async function mcp(terminal: Terminal, { allow = [] }: McpOptions): Promise<void> {
  const call = createCallRemote(await readRemoteAddress(terminal));
  const openFile = allow.length > 0 ? await openAllowedFolders(allow) : undefined;
  const tools = createSourceTools(openFile);
  const ended = once(process.stdin, "close");
  const served = serveStdio(
    ({ era }) => createMcpServer({ version, tools, call, accessOf, modern: era === "modern" }),
    { onerror: (error) => process.stderr.write(`headwater: ${error.message}\n`) },
  );
  await ended;
  await served.close();

  /** A token is checked before the request is read: one that does not allow it is refused, any other hears what is missing. */
  async function accessOf(signal: AbortSignal): Promise<Access> {
    const [tokens, ingestion] = await Promise.all([
      call({ operationId: "listTokens" }, signal),
      call({ operationId: "ingestUrl", body: {} }, signal),
    ]);
    if (ingestion.status === 403) return "read";
    return tokens.status === 200 ? "manage" : "write";
  }
}
