import type { ChunkingSplitter, FlowNodeType, FlowStatus, SearchType } from "./flow-schemas.ts";
import { listOf } from "./list-of.ts";
import type {
  BuildStatus,
  ElementType,
  FileSource,
  Method,
  MethodAlias,
  SourceSort,
  SourceStatus,
  ThinkingLevel,
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

export const thinkingLevels = listOf<ThinkingLevel>()("fast", "balanced", "accurate", "max");

export const flowStatuses = listOf<FlowStatus>()("Deployed", "Not deployed", "New", "Failed");

/** Node types that can be listed and configured. A flow may hold others, such as `response`. */
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
