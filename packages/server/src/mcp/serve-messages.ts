import { limits } from "@headwater/spec";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Caller } from "../auth/authenticate.ts";
import type { CallOperation } from "./call-operation.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import { type RunningCalls, sessionHeader } from "./running-calls.ts";
import type { Access } from "./tool.ts";
import { createSourceTools } from "./tools/index.ts";

export type McpServing = {
  /** How a caller's tools call the service. */
  callFor: (caller: Caller) => CallOperation;
  version: string;
  running: RunningCalls;
  onFault: (error: Error) => void;
};

/** The service sends clients nothing that they did not ask for, so no stream stays open. */
const maxSubscriptions = 0;

/** Answers the messages of the protocol. Its module loads the SDK, which takes some 8 MB: load it with the first message. */
export const serveMessages = ({ callFor, version, running, onFault }: McpServing) => {
  const tools = createSourceTools();
  return createMcpHandler(
    ({ era, authInfo, requestInfo }) => {
      const caller = authInfo?.extra?.caller as Caller;
      const session = requestInfo?.headers.get(sessionHeader) ?? "";
      return createMcpServer({
        ...{ version, tools, call: callFor(caller), modern: era === "modern" },
        accessOf: async () => accessOf(caller),
        begin: (requestId) => running.begin({ tokenId: caller.tokenId, session, requestId }),
      });
    },
    { maxSubscriptions, maxRequestBodySize: limits.maxJsonBytes, onerror: onFault },
  );
};

const accessOf = ({ readOnly, manage }: Caller): Access => (readOnly ? "read" : manage ? "manage" : "write");
