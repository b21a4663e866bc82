import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../mcp/create-mcp-server.ts";
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
    ({ era }) => createMcpServer({ version, tools, call, mayWrite: askMayWrite, modern: era === "modern" }),
    { onerror: (error) => process.stderr.write(`headwater: ${error.message}\n`) },
  );
  await ended;
  await served.close();

  /** A token is checked before the request is read: a read-only one is refused, any other is told what is missing. */
  async function askMayWrite(signal: AbortSignal): Promise<boolean> {
    const { status } = await call({ operationId: "ingestUrl", body: {} }, signal);
    return status !== 403;
  }
}
