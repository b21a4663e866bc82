import type { CallToolResult, Tool as ToolDescription } from "@modelcontextprotocol/server";
import type { CallOperation } from "./call-operation.ts";

/** The arguments of a call, without empty ones. The service checks the values, and its errors name the field. */
export type ToolArguments = Record<string, unknown>;

/** What a token allows: each includes the one before it. */
export type Access = "read" | "write" | "manage";

export type ToolContext = {
  /** Calls the service on behalf of the caller. */
  call: CallOperation;
  /** Aborts when the caller has left, or cancels the call. */
  signal: AbortSignal;
  /** Reports how far the work is to a client that asked for progress. */
  report: (message: string) => void;
};

export type Tool = {
  /** Names of ours have an underscore, which the name of a flow never has; `search` and `fetch` are `researchTools`. */
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  /** Every object in it has properties, and there are only keywords that all providers of models take. */
  inputSchema: ToolDescription["inputSchema"];
  /** What the token has to allow for a caller to see it. */
  needs: Access;
  /** Whether it removes what is stored. */
  destroys?: boolean;
  call(args: ToolArguments, context: ToolContext): Promise<CallToolResult>;
};

/** A tool as `tools/list` shows it. */
export const describeTool = ({
  name,
  title,
  description,
  inputSchema,
  needs,
  destroys = false,
}: Tool): ToolDescription => ({
  name,
  title,
  description,
  inputSchema,
  // Hints that say the default of the protocol are left out.
  annotations:
    needs === "read" ? { readOnlyHint: true, openWorldHint: false } : { destructiveHint: destroys },
});
