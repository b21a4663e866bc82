import {
  type Flow,
  type FlowList,
  flowNamePattern,
  limits,
  type RunItem,
  type RunResult,
} from "@headwater/spec";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallOperation } from "./call-operation.ts";
import { readPages } from "./read-pages.ts";
import { blockMarkdown, inlineMarkdown, withoutControls } from "./safe-markdown.ts";
import { schemaParts } from "./schema-parts.ts";
import type { Tool } from "./tool.ts";
import { bodyOf, detailOf, listResult } from "./tool-result.ts";
import { researchTools } from "./tools/research.ts";

/** The names of ours that a flow can have, too. The tool of such a flow has a prefix. */
const taken = new Set(researchTools.map(({ name }) => name));
const prefix = "flow_";

const toolName = (flow: string): string => (taken.has(flow) ? prefix + flow : flow);

/** The tool that runs the deployed revision of a flow. */
export const flowTool = ({ name, tool_description, description }: Flow): Tool => ({
  name: toolName(name),
  title: `Flow ${name}`,
  description: toolDescription(tool_description || description || `Runs the flow ${name} on a query.`),
  inputSchema: {
    type: "object",
    properties: {
      query: { ...schemaParts.question, description: "What to look for." },
      cursor: schemaParts.cursor,
    },
  },
  needs: "read",
  async call({ cursor, ...body }, context) {
    return listResult(
      readPages(
        context,
        (page) => ({ operationId: "runFlow", flow: name, body: { ...body, ...page } }),
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

/** Descriptions of revisions that were deployed before there was this limit may be longer. */
const toolDescription = (text: string): string =>
  withoutControls(text).slice(0, limits.maxToolDescription).toWellFormed();

/** Finds the tool of a flow by its name alone: whether there is such a flow, and is deployed, its run tells. */
export function findFlowTool(name: string): Tool | undefined {
  const flow = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return flowNamePattern.test(flow) && toolName(flow) === name
    ? flowTool({ name: flow, description: null, status: "Deployed", url: null })
    : undefined;
}

/** One tool for each deployed flow of the project; none where the service has no flows. */
export async function listFlowTools(call: CallOperation, signal: AbortSignal): Promise<Tool[]> {
  const reply = await call({ operationId: "listFlows" }, signal);
  if (reply.status === 404) return [];
  if (reply.status !== 200) throw new ProtocolError(ProtocolErrorCode.InternalError, detailOf(reply));
  const { flows } = bodyOf<FlowList>(reply);
  return flows.filter(({ status }) => status === "Deployed").map(flowTool);
}
