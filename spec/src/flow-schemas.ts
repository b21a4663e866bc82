import type { components } from "../generated/flows.ts";

type Schemas = components["schemas"];

export type Flow = Schemas["Flow"];
export type FlowList = Schemas["FlowList"];
export type FlowStatus = Schemas["FlowStatus"];
/** A name in a dataset that stands for other files than when the flow was deployed. */
export type FlowFileChange = Schemas["FileChange"];
export type FlowDetail = Schemas["FlowDetail"];
export type FlowTemplate = Schemas["FlowTemplate"];
export type NewFlow = Schemas["NewFlow"];
export type FlowReplacement = Schemas["FlowReplacement"];
export type DeletedFlow = Schemas["DeletedFlow"];
export type Deployment = Schemas["Deployment"];
export type Undeployment = Schemas["Undeployment"];
export type Revision = Schemas["Revision"];
export type RevisionList = Schemas["RevisionList"];
export type RevisionDetail = Schemas["RevisionDetail"];
export type FlowChange = Schemas["FlowChange"];
export type FlowDiff = Schemas["FlowDiff"];

export type FlowGraph = Schemas["FlowGraph"];
/** A node of any type as it is answered, in a graph; `type` tells which. */
export type FlowGraphNode = Schemas["FlowGraphNode"];
export type FlowEdge = Schemas["FlowEdge"];
export type NewFlowGraph = Schemas["NewFlowGraph"];
export type NewGraphNode = Schemas["NewGraphNode"];

export type FlowRun = Schemas["FlowRun"];
export type FlowRunPage = Schemas["FlowRunPage"];
export type FlowRunDetail = Schemas["FlowRunDetail"];
export type TestFigures = Schemas["TestFigures"];
export type FlowTests = Schemas["FlowTests"];
export type FlowTestCase = Schemas["FlowTestCase"];
export type RunCase = Schemas["RunCase"];
export type RunCasePage = Schemas["RunCasePage"];
export type TracedNode = Schemas["TracedNode"];
export type StoppedRun = Schemas["StoppedRun"];
export type Explanation = Schemas["Explanation"];
export type ExplainedNode = Schemas["ExplainedNode"];
export type FlowCost = Schemas["FlowCost"];
export type EntityGraph = Schemas["EntityGraph"];
/** One event of a streamed run: a `status`, any number of `node`, then one `result` or one `error`. */
export type FlowEvent = Schemas["FlowEvent"];
/** What a node of a flow does now. */
export type FlowNodeProgress = Schemas["FlowNodeProgress"];

export type Prompt = Schemas["Prompt"];
export type PromptList = Schemas["PromptList"];
export type NewPrompt = Schemas["NewPrompt"];
export type DeletedPrompt = Schemas["DeletedPrompt"];

/** What a flow is run with: the query and the page of the result. */
export type RunRequest = Schemas["RunRequest"];
export type RunItem = Schemas["RunItem"];
/** A page of what a flow found. */
export type RunResult = Schemas["RunResult"];
export type SimulationRequest = Schemas["SimulationRequest"];
export type SimulationItem = Schemas["SimulationItem"];
export type SimulationResult = Schemas["SimulationResult"];
export type NodeResultsRequest = Schemas["NodeResultsRequest"];
export type ChunkedFile = Schemas["ChunkedFile"];
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
export type QuestionNode = Schemas["QuestionNode"];
export type TestsetNode = Schemas["TestsetNode"];
export type EvaluationNode = Schemas["EvaluationNode"];
export type ResponseNode = Schemas["ResponseNode"];

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
export type TestQuestion = Schemas["TestQuestion"];
export type EvaluationMeasure = Schemas["EvaluationMeasure"];

/** Every type of node that a graph may hold. */
export type GraphNodeType = Schemas["GraphNodeType"];

/** Configuration of any type of node. @example GraphNodeConfig<"question"> */
export type GraphNodeConfig<Type extends GraphNodeType = GraphNodeType> = Extract<
  FlowGraphNode,
  { type: Type }
>["data"]["config"];
