import type {
  ChunkingSplitter,
  EvaluationMeasure,
  FlowNodeType,
  FlowStatus,
  FlowTemplate,
  GraphNodeType,
  SearchType,
} from "./flow-schemas.ts";
import { listOf } from "./list-of.ts";
import type {
  BuildStatus,
  ElementType,
  EventType,
  FileSource,
  Method,
  MethodAlias,
  SourceSort,
  SourceStatus,
  ThinkingLevel,
  UsageLimitName,
} from "./schemas.ts";

export const elementTypes = listOf<ElementType>()(
  "Title",
  "NarrativeText",
  "ListItem",
  "Table",
  "TableRow",
  "Image",
  "Header",
  "Footer",
  "Formula",
  "FigureCaption",
  "PageNumber",
  "CodeSnippet",
  "Link",
  "UncategorizedText",
);

/** Types that other servers send. They are accepted in filters; Headwater never sends them. */
export const otherElementTypes = [
  "TextBlock",
  "CompositeElement",
  "PageBreak",
  "Address",
  "EmailAddress",
  "FormKeysValues",
  "Abstract",
  "AsideText",
  "Reference",
  "ReferenceContent",
  "Chart",
  "Seal",
  "FormulaNumber",
] as const;

export const methods = listOf<Method>()("auto", "fast", "balanced", "accurate", "agentic");

/** Older names of the methods, and their present names. */
export const methodAliases = {
  vlm: "agentic",
  basic: "fast",
  hi_res: "balanced",
  hi_res_ft: "accurate",
  mai: "agentic",
  graphorlm: "agentic",
} as const satisfies Record<MethodAlias, Method>;

export const buildStatuses = listOf<BuildStatus>()(
  "Pending",
  "Processing",
  "Completed",
  "Processing failed",
  "not_found",
);

export const sourceStatuses = listOf<SourceStatus>()(
  "New",
  "Processing",
  "Processed",
  "Completed",
  "Failed",
  "Processing failed",
  "unknown",
);

export const sourceSorts = listOf<SourceSort>()(
  "created_at",
  "-created_at",
  "updated_at",
  "-updated_at",
  "file_name",
  "-file_name",
  "file_size",
  "-file_size",
);

export const fileSources = listOf<FileSource>()("local file", "url", "github", "youtube");

/** Types of events. */
export const eventTypes = listOf<EventType>()(
  "build.completed",
  "build.failed",
  "build.cancelled",
  "source.deleted",
  "flow.deployed",
  "flow.rolled_back",
  "flow.undeployed",
  "run.ended",
  "limit.reached",
);

export const usageLimitNames = listOf<UsageLimitName>()(
  "bytes",
  "sources",
  "pages_per_day",
  "questions_per_day",
  "tokens_per_day",
  "concurrent_builds",
);

export const thinkingLevels = listOf<ThinkingLevel>()("fast", "balanced", "accurate", "max");

export const flowStatuses = listOf<FlowStatus>()("Deployed", "Not deployed", "New", "Failed");

export const flowTemplates = listOf<FlowTemplate>()("search", "chat", "graph");

/** Every type of node that a graph may hold. */
export const graphNodeTypes = listOf<GraphNodeType>()(
  "dataset",
  "chunking",
  "question",
  "testset",
  "retrieval",
  "smart-rag",
  "graph-rag",
  "raptor-rag",
  "reranking",
  "llm",
  "evaluation",
  "response",
);

/** Node types that can be listed and configured by themselves. The others are read and changed with the graph. */
export const flowNodeTypes = listOf<FlowNodeType>()(
  "dataset",
  "chunking",
  "retrieval",
  "reranking",
  "smart-rag",
  "graph-rag",
  "raptor-rag",
  "llm",
);

export const chunkingSplitters = listOf<ChunkingSplitter>()(
  "character",
  "token",
  "semantic",
  "title",
  "element",
);

export const searchTypes = listOf<SearchType>()("similarity", "hybrid", "keyword", "semantic");

export const evaluationMeasures = listOf<EvaluationMeasure>()(
  "relevance",
  "precision",
  "recall",
  "ndcg",
  "answer_relevance",
  "faithfulness",
);
