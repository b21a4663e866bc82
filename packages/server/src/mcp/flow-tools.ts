import {
  type Flow,
  type FlowList,
  flowNamePattern,
  limits,
  type RunItem,
  type RunResult,
} from "@headwater/spec";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { bytesOf, endWithin } from "./answer-size.ts";
import type { CallOperation, CallReply } from "./call-operation.ts";
import { readPages } from "./read-pages.ts";
import { blockMarkdown, inlineMarkdown, withoutControls } from "./safe-markdown.ts";
import { schemaParts } from "./schema-parts.ts";
import { describeTool, type Tool, type ToolContext } from "./tool.ts";
import { bodyOf, detailOf, listResult, refused } from "./tool-result.ts";
import { researchTools } from "./tools/research.ts";

/** The names of ours that a flow can have, too. The tool of such a flow has a prefix. */
const taken = new Set(researchTools.map(({ name }) => name));
const prefix = "flow_";

const toolName = (flow: string): string => (taken.has(flow) ? prefix + flow : flow);

const flowArguments = {
  query: { ...schemaParts.question, description: "What to look for." },
  cursor: schemaParts.cursor,
};

/** Descriptions of revisions that were deployed before there was a limit may be longer. */
const describedBy = ({ name, tool_description, description }: Flow): string =>
  withoutControls(tool_description || description || `Runs the flow ${name} on a query.`)
    .slice(0, limits.maxToolDescription)
    .toWellFormed();

/** The tool that runs the deployed revision of a flow. */
const flowTool = (flow: Flow): Tool => ({
  name: toolName(flow.name),
  title: `Flow ${flow.name}`,
  description: describedBy(flow),
  inputSchema: { type: "object", properties: flowArguments },
  needs: "read",
  async call({ cursor, ...body }, context) {
    return listResult(
      readPages(
        context,
        (page) => ({ operationId: "runFlow", flow: flow.name, body: { ...body, ...page } }),
        (reply) => {
          const { items, total, page, page_size } = bodyOf<RunResult>(reply);
          return { items: items.map((item, index) => pieceOf(item, (page - 1) * page_size + index)), total };
        },
      ),
      {
        cursor,
        none: "The flow found nothing.",
        show: ({ parts, first }) =>
          parts.map(({ text }, index) => `## ${first + index + 1}. ${text}`).join("\n\n"),
      },
    );
  },
});

/** A passage of a document is plain text; the answer of a model, which comes from no chunk, is Markdown. */
function pieceOf({ page_content, metadata }: RunItem, index: number) {
  const { source, page, chunk_id, relevance_score } = metadata;
  const name = source ? inlineMarkdown(source) : "Result";
  const place = page ? `, page ${page}` : "";
  const score = relevance_score ? ` (score ${Math.round(relevance_score * 1000) / 1000})` : "";
  const text = chunk_id ? blockMarkdown(page_content) : page_content;
  return { id: chunk_id ?? `item-${index}`, text: `${name}${place}${score}\n\n${text}` };
}

/** Finds the tool of a flow by its name alone. Its run fails if there is no such deployed flow. */
export function findFlowTool(name: string): Tool | undefined {
  if (name === runFlow.name) return runFlow;
  const flow = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return flowNamePattern.test(flow) && toolName(flow) === name ? flowTool(namedFlow(flow)) : undefined;
}

const namedFlow = (name: string): Flow => ({ name, description: null, status: "Deployed", url: null });

/**
 * One tool for each deployed flow of the project, or, where those have more than `maxBytes`, one for all of them. None where
 * the service has no flows.
 */
export async function listFlowTools(
  call: CallOperation,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Tool[]> {
  const flows = await deployedFlows(call, signal);
  if ("status" in flows) throw new ProtocolError(ProtocolErrorCode.InternalError, detailOf(flows));
  const tools = flows.map(flowTool);
  return bytesOfTools(tools) <= maxBytes ? tools : [runFlowOf(flows, maxBytes)];
}

/** The bytes of tools as a client reads them. */
export const bytesOfTools = (tools: readonly Tool[]): number =>
  bytesOf(JSON.stringify(tools.map(describeTool)));

async function deployedFlows(call: CallOperation, signal: AbortSignal): Promise<Flow[] | CallReply> {
  const reply = await call({ operationId: "listFlows" }, signal);
  if (reply.status === 404) return [];
  if (reply.status !== 200) return reply;
  return bodyOf<FlowList>(reply).flows.filter(({ status }) => status === "Deployed");
}

/** Runs a flow that is named in an argument. Without one it says what each of them does. */
const runFlow: Tool = {
  name: "run_flow",
  title: "Run a flow",
  description:
    "Runs one of the flows of this project, which were made for certain questions. Without flow it lists them, with what each does.",
  inputSchema: {
    type: "object",
    properties: {
      flow: { type: "string", description: "Name of the flow. Absent: lists them." },
      ...flowArguments,
    },
  },
  needs: "read",
  async call({ flow, ...args }, context) {
    if (flow === undefined) return describeFlows(args.cursor, context);
    if (typeof flow === "string" && flowNamePattern.test(flow))
      return flowTool(namedFlow(flow)).call(args, context);
    return refused(
      `There is no flow ${JSON.stringify(flow)}. Call ${runFlow.name} without flow to list them.`,
    );
  },
};

const describeFlows = (cursor: unknown, { call, signal }: ToolContext) =>
  listResult(
    async () => {
      const flows = await deployedFlows(call, signal);
      if ("status" in flows) return flows;
      const items = flows.map((flow) => ({ id: flow.name, text: `- ${flow.name}: ${describedBy(flow)}` }));
      return { first: 0, items, total: items.length };
    },
    {
      cursor,
      none: "No flow is deployed.",
      show: ({ parts }) =>
        `Call again with one of these as flow:\n\n${parts.map(({ text }) => text).join("\n")}`,
    },
  );

/** What a flow is worth naming with in a list. */
const minLineBytes = 40;

/** With the names of the flows, and a line of what each says of itself, as far as these fit. */
function runFlowOf(flows: Flow[], maxBytes: number): Tool {
  const names = flows.map(({ name }) => name);
  const { properties } = runFlow.inputSchema;
  const flow = { ...(properties?.flow as object), enum: names };
  const named: Tool = {
    ...runFlow,
    inputSchema: { type: "object", properties: { ...properties, flow } },
  };
  const tool = bytesOfTools([named]) <= maxBytes ? named : runFlow;
  const left = Math.min(limits.maxToolDescription - tool.description.length, maxBytes - bytesOfTools([tool]));
  const share = Math.floor(left / flows.length);
  const lines = flows.map((each) => lineWithin(`\n- ${each.name}: ${describedBy(each)}`, share));
  const described = { ...tool, description: tool.description + lines.join("") };
  return share >= minLineBytes && bytesOfTools([described]) <= maxBytes ? described : tool;
}

/** A text without line breaks within it that has at most so many bytes, also as JSON, where a quotation mark has two. */
function lineWithin(text: string, maxBytes: number): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  const length = endWithin(line, maxBytes - 5);
  return `\n${line.slice(0, length)}${length < line.length ? "…" : ""}`;
}
