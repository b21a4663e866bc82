import { type Flow, type FlowList, flowNamePattern, limits } from "@headwater/spec";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallOperation } from "./call-operation.ts";
import { outputSchemaOf } from "./output-schema.ts";
import { schemaParts } from "./schema-parts.ts";
import type { Tool } from "./tool.ts";
import { detailOf, resultOf, textOf } from "./tool-result.ts";

const runOutput = outputSchemaOf("runFlow");
const pageSize = { ...schemaParts.page_size, default: limits.pageSize.default };

/** The tool that runs the deployed revision of a flow. */
export const flowTool = ({ name, tool_description, description }: Flow): Tool => ({
  name,
  title: `Flow ${name}`,
  description: tool_description || description || `Runs the flow ${name} on a query.`,
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", maxLength: limits.maxQuestionLength, description: "What to look for." },
      page: schemaParts.page,
      page_size: pageSize,
    },
  },
  outputSchema: runOutput,
  writes: false,
  call: async (body, call, signal) =>
    resultOf(await call({ operationId: "runFlow", flow: name, body }, signal)),
});

/** Finds the tool of a flow by its name alone: whether there is such a flow, and is deployed, its run tells. */
export const findFlowTool = (name: string): Tool | undefined =>
  flowNamePattern.test(name)
    ? flowTool({ name, description: null, status: "Deployed", url: null })
    : undefined;

/** One tool for each deployed flow of the project; none where the service has no flows. */
export async function listFlowTools(call: CallOperation, signal: AbortSignal): Promise<Tool[]> {
  const reply = await call({ operationId: "listFlows" }, signal);
  if (reply.status === 404) return [];
  if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InternalError, detailOf(reply));
  const { flows } = JSON.parse(textOf(reply)) as FlowList;
  return flows.filter(({ status }) => status === "Deployed").map(flowTool);
}
