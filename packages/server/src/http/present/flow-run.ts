import type {
  ChunkedFile,
  Explanation,
  FlowCost,
  FlowRun,
  FlowRunDetail,
  NodeResultItem,
  RunItem,
  SimulationItem,
} from "@headwater/spec";
import type { FlowRun as KeptRun } from "../../flows/flow/flow-store.ts";
import type { ChunkedFile as CutFile, ExplainedNode, FlowItem, NodeCost } from "../../flows/flow/shown.ts";
import { type Page, totalPages } from "../../kernel/page.ts";

/** The keys of the metadata are those of `FlowItem`; a run calls score and source by names of its own. */
export const presentRunItem = ({ content, metadata, score }: FlowItem): RunItem => {
  const { source, source_file, page, page_number, chunk_id, ...others } = metadata;
  return {
    page_content: content,
    metadata: {
      source: textOrNull(source ?? source_file),
      page: numberOrNull(page ?? page_number),
      chunk_id: textOrNull(chunk_id),
      relevance_score: score ?? null,
      ...others,
    },
  };
};

export const presentSimulationItem = ({ id, content, metadata, score }: FlowItem): SimulationItem => {
  const { source, source_file, chunk_id, processing_node, ...others } = metadata;
  return {
    id,
    content,
    metadata: {
      source: textOrNull(source ?? source_file),
      score: score ?? null,
      chunk_id: textOrNull(chunk_id),
      processing_node: textOrNull(processing_node),
      ...others,
    },
  };
};

export const presentResultItem = ({ id, content, metadata, embedding, score }: FlowItem): NodeResultItem => ({
  id,
  content,
  metadata,
  ...(embedding === undefined ? {} : { embedding }),
  ...(score === undefined ? {} : { score }),
});

export const presentChunkedFile = ({ fileId, fileName, chunks }: CutFile): ChunkedFile => ({
  file_id: fileId,
  file_name: fileName,
  chunks,
});

export const pageFields = (total: number, page: Page) => ({
  total,
  page: page.number,
  page_size: page.size,
  total_pages: totalPages(total, page),
});

export const presentRun = (run: Omit<KeptRun, "nodes" | "output">): FlowRun => ({
  run_id: run.runId,
  kind: run.kind,
  revision_id: run.revisionId,
  query: run.query,
  state: run.state,
  error: run.error,
  started_at: run.startedAt.toISOString(),
  elapsed_s: run.milliseconds / 1000,
  ...(run.tests && { tests: run.tests }),
  ...(run.resumed === undefined ? {} : { resumed: run.resumed }),
});

export const presentRunDetail = (run: KeptRun): FlowRunDetail => ({
  ...presentRun(run),
  nodes: run.nodes.map((node) => ({
    node_id: node.nodeId,
    type: node.type as FlowRunDetail["nodes"][number]["type"],
    state: node.state,
    why: node.why,
    elapsed_s: node.milliseconds / 1000,
    items_in: node.itemsIn,
    items_out: node.itemsOut,
    usage: {
      ...(node.usage.tokensIn === undefined ? {} : { tokens_in: node.usage.tokensIn }),
      ...(node.usage.tokensOut === undefined ? {} : { tokens_out: node.usage.tokensOut }),
    },
  })),
});

export const presentExplanation = (nodes: ExplainedNode[]): Explanation => ({
  nodes: nodes.map(({ nodeId, type, runs, why, cost }) => ({
    node_id: nodeId,
    type,
    runs,
    why,
    cost: presentCost(cost),
  })),
  cost: presentCost(
    nodes.reduce(
      (sum, { cost }) => ({
        files: sum.files + cost.files,
        chunks: sum.chunks + cost.chunks,
        modelCalls: sum.modelCalls + cost.modelCalls,
        tokens: sum.tokens + cost.tokens,
      }),
      { files: 0, chunks: 0, modelCalls: 0, tokens: 0 },
    ),
  ),
});

const presentCost = ({ files, chunks, modelCalls, tokens }: NodeCost): FlowCost => ({
  files,
  chunks,
  model_calls: modelCalls,
  tokens,
});

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
