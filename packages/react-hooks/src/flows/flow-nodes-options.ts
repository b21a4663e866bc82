import { type FlowClient, unwrap } from "@headwater/client";
import type { FlowNode, FlowNodeType } from "@headwater/spec";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** The nodes of one type. @example FlowNodeOf<"chunking"> */
export type FlowNodeOf<Type extends FlowNodeType> = Extract<FlowNode, { type: Type }>;

/** Where the nodes of each type are listed and configured. */
export const nodePaths = {
  dataset: "/datasets",
  chunking: "/chunking",
  retrieval: "/retrieval",
  reranking: "/reranking",
  "smart-rag": "/smart-rag",
  "graph-rag": "/graph-rag",
  "raptor-rag": "/raptor-rag",
  llm: "/llm",
} as const satisfies Record<FlowNodeType, string>;

/** The nodes of a type: their configuration, and the counts of the latest simulation. */
export const flowNodesOptions = <Type extends FlowNodeType>(flow: FlowClient, type: Type) =>
  loadOptions({
    queryKey: documentsKeys.flowNodes(flow, type),
    // The path decides the type of the answer. Any of them stands for all here.
    queryFn: async ({ signal }) => {
      const nodes: unknown = await unwrap(flow.GET(nodePaths[type] as "/datasets", { signal }));
      return nodes as FlowNodeOf<Type>[];
    },
    retry: false,
  });
