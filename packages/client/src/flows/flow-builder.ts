import type { GraphNodeType, NodeSource } from "@headwater/spec";
import type { NodeConfigs } from "./node-configs.ts";

/** A node of the flow that is being defined: pass it to the nodes that take from it. */
export type NodeHandle<Type extends GraphNodeType = GraphNodeType> = {
  readonly id: string;
  readonly type: Type;
};

/** Nodes whose output fits the input of a node of this type. Others do not compile. */
export type NodeInputs<Type extends GraphNodeType> =
  | NodeHandle<NodeSource<Type>>
  | readonly NodeHandle<NodeSource<Type>>[];

export type NodeOptions = {
  /** Display name, such as "Close reading". The id follows it. Default: the type's name. */
  name?: string | undefined;
  /** Unique in the flow. Default: from the name, else the type, numbered from 2: `smart-rag`, `smart-rag-2`. */
  id?: string | undefined;
  /** Place on the canvas. Default: right of all that the node takes from. */
  position?: { x: number; y: number } | undefined;
  /** Size on the canvas, in pixels. */
  style?: { height: number; width: number } | undefined;
};

/** Configuration may be left out where it has no field that must be there. */
type Rest<Type extends GraphNodeType> =
  Record<never, never> extends NodeConfigs[Type]
    ? [config?: NodeConfigs[Type], options?: NodeOptions]
    : [config: NodeConfigs[Type], options?: NodeOptions];

type Begins<Type extends GraphNodeType> = (...rest: Rest<Type>) => NodeHandle<Type>;
type Follows<Type extends GraphNodeType> = (from: NodeInputs<Type>, ...rest: Rest<Type>) => NodeHandle<Type>;

/** Adds nodes to a flow. A node takes from the nodes that are its first argument, in their order. */
export type FlowBuilder = {
  /** Sources of the project, by their names. */
  dataset: Begins<"dataset">;
  /** A fixed question, in place of the query of the run. */
  question: Begins<"question">;
  /** Questions with their expected answers. */
  testset: Begins<"testset">;
  /** Cuts documents into chunks. */
  chunking: Follows<"chunking">;
  /** Finds chunks. */
  retrieval: Follows<"retrieval">;
  /** Cuts, embeds and finds, in one node. */
  smartRag: Follows<"smart-rag">;
  /** Finds over a graph of entities. */
  graphRag: Follows<"graph-rag">;
  /** Finds over a tree of summaries. */
  raptorRag: Follows<"raptor-rag">;
  /** Puts what was found in order, the most relevant first. */
  reranking: Follows<"reranking">;
  /** Lets a language model write the answer. */
  llm: Follows<"llm">;
  /** Measures answers and passages. */
  evaluation: Follows<"evaluation">;
  /** What the flow answers. A flow has one. */
  response: Follows<"response">;
};
