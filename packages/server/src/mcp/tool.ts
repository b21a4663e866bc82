import type { CallToolResult, Tool as ToolDescription } from "@modelcontextprotocol/server";
import type { CallOperation } from "./call-operation.ts";

/** The arguments of a call as received. The service checks the values, and its errors name the field. */
export type ToolArguments = Record<string, unknown>;

export type Tool = {
  /** Names of ours have an underscore, which the name of a flow never has. */
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  inputSchema: ToolDescription["inputSchema"];
  /** What the structured content of its results is. */
  outputSchema: NonNullable<ToolDescription["outputSchema"]>;
  /** Whether it changes what is stored: then a read-only token does not see it. */
  writes: boolean;
  call(args: ToolArguments, call: CallOperation, signal: AbortSignal): Promise<CallToolResult>;
};

/** A tool as `tools/list` shows it. */
export const describeTool = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  writes,
}: Tool): ToolDescription => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: writes },
});
