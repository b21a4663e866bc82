import type { components } from "../generated/flows.ts";

type Schemas = components["schemas"];

export type Flow = Schemas["Flow"];
export type FlowList = Schemas["FlowList"];
export type FlowStatus = Schemas["FlowStatus"];
export type Deployment = Schemas["Deployment"];

export type RunRequest = Schemas["RunRequest"];
export type RunItem = Schemas["RunItem"];
export type RunResult = Schemas["RunResult"];
export type SimulationRequest = Schemas["SimulationRequest"];
export type SimulationItem = Schemas["SimulationItem"];
export type SimulationResult = Schemas["SimulationResult"];
export type NodeResultsRequest = Schemas["NodeResultsRequest"];
export type NodeResultItem = Schemas["NodeResultItem"];
export type NodeResults = Schemas["NodeResults"];
export type NodeSimulation = Schemas["NodeSimulation"];
export type NodeUpdate = Schemas["NodeUpdate"];
export type UpdatedNode = Schemas["UpdatedNode"];

export type DatasetNode = Schemas["DatasetNode"];
export type ChunkingNode = Schemas["ChunkingNode"];
export type RetrievalNode = Schemas["RetrievalNode"];
export type RerankingNode = Schemas["RerankingNode"];
export type SmartRagNode = Schemas["SmartRagNode"];
export type GraphRagNode = Schemas["GraphRagNode"];
export type RaptorRagNode = Schemas["RaptorRagNode"];
export type LlmNode = Schemas["LlmNode"];

/** A node that can be listed and configured; `type` tells which. */
export type FlowNode =
  | DatasetNode
  | ChunkingNode
  | RetrievalNode
  | RerankingNode
  | SmartRagNode
  | GraphRagNode
  | RaptorRagNode
  | LlmNode;
export type FlowNodeType = FlowNode["type"];

/** Configuration of a node type. @example FlowNodeConfig<"chunking"> */
export type FlowNodeConfig<Type extends FlowNodeType = FlowNodeType> = Extract<
  FlowNode,
  { type: Type }
>["data"]["config"];

/** The result of the latest simulation at a node. @example FlowNodeResult<"smart-rag"> */
export type FlowNodeResult<Type extends FlowNodeType = FlowNodeType> = NonNullable<
  Extract<FlowNode, { type: Type }>["data"]["result"]
>;

export type ChunkingConfig = Schemas["ChunkingConfig"];
export type ChunkingSplitter = Schemas["ChunkingSplitter"];
export type RetrievalConfig = Schemas["RetrievalConfig"];
export type SearchType = Schemas["SearchType"];
