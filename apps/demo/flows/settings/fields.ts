import type { NodeType } from "../graph/graph.ts";

/** How a setting is asked for. Bounds are those of the spec, which a test compares. */
export type SettingField = { name: string; label: string; hint?: string } & (
  | {
      kind: "number";
      min: number;
      max?: number;
      whole: boolean;
      empty: "required" | "default" | "all";
      usual?: number;
    }
  | { kind: "choice"; options: readonly (readonly [value: string, does: string])[]; usual?: string }
  | { kind: "text"; maxLength: number; long?: boolean; raw?: boolean }
  | { kind: "elements" }
  | { kind: "measures" }
  | { kind: "needed" }
  | { kind: "files" }
  | { kind: "prompt" }
  | { kind: "cases" }
);

const passages = (empty: "default" | "all", max?: number, usual?: number): SettingField => ({
  kind: "number",
  name: "topK",
  label: "Passages",
  min: 1,
  ...(max === undefined ? {} : { max }),
  ...(usual === undefined ? {} : { usual }),
  whole: true,
  empty,
  hint: empty === "all" ? "Empty: all" : `At most; ${usual} when empty`,
});

/** The settings of each type in the order of the panel. */
export const settingFields: Record<NodeType, readonly SettingField[]> = {
  dataset: [{ kind: "files", name: "files", label: "Files" }],
  question: [{ kind: "text", name: "question", label: "Question", maxLength: 32_000, long: true }],
  testset: [{ kind: "cases", name: "questions", label: "Questions" }],
  chunking: [
    {
      kind: "choice",
      name: "chunkingSplitter",
      label: "Split at",
      options: [
        ["character", "a fixed length"],
        ["token", "a fixed number of tokens"],
        ["semantic", "a change of subject"],
        ["title", "a new heading"],
        ["element", "every element"],
      ],
    },
    {
      kind: "number",
      name: "chunkSize",
      label: "Size",
      min: 1,
      max: 1_000_000,
      whole: true,
      empty: "default",
    },
    {
      kind: "number",
      name: "chunkOverlap",
      label: "Shared",
      min: 0,
      max: 1_000_000,
      whole: true,
      empty: "default",
      usual: 0,
    },
    {
      kind: "number",
      name: "splitLevel",
      label: "Depth of headings",
      min: 0,
      max: 100,
      whole: true,
      empty: "default",
      usual: 0,
    },
    {
      kind: "text",
      name: "chunkSeparator",
      label: "Prefers to cut at",
      maxLength: 256,
      raw: true,
      hint: "Only by length. \\n is a new line; a blank line when empty.",
    },
    {
      kind: "text",
      name: "embeddingModel",
      label: "Vectors by",
      maxLength: 256,
      hint: "The service's own model when empty.",
    },
    { kind: "elements", name: "elementsToRemove", label: "Leave out" },
  ],
  retrieval: [
    {
      kind: "choice",
      name: "searchType",
      label: "Search by",
      options: [
        ["hybrid", "words and meaning"],
        ["keyword", "words"],
        ["semantic", "meaning"],
        ["similarity", "nearest vectors"],
      ],
    },
    passages("default", 100, 10),
    {
      kind: "number",
      name: "scoreThreshold",
      label: "Lowest score",
      min: 0,
      max: 1,
      whole: false,
      empty: "default",
      usual: 0,
    },
    {
      kind: "text",
      name: "retrievalQuery",
      label: "Looks for",
      maxLength: 32_000,
      long: true,
      hint: "{query} stands for the question.",
    },
  ],
  "smart-rag": [passages("default", undefined, 5)],
  "graph-rag": [
    passages("all"),
    {
      kind: "choice",
      name: "entitiesBy",
      label: "Entities by",
      options: [
        ["rules", "capitals, definitions, dates and sums"],
        ["model", "the language model"],
      ],
      usual: "rules",
    },
    {
      kind: "number",
      name: "maxModelCalls",
      label: "Calls of the model",
      min: 1,
      whole: true,
      empty: "default",
      usual: 100,
      hint: "At most, in one run; 100 when empty",
    },
  ],
  "raptor-rag": [
    passages("all", 100),
    {
      kind: "number",
      name: "max_level",
      label: "Levels of summaries",
      min: 2,
      max: 8,
      whole: true,
      empty: "default",
      usual: 3,
    },
  ],
  reranking: [{ ...passages("all"), label: "Keeps" }],
  llm: [
    {
      kind: "text",
      name: "model",
      label: "Model",
      maxLength: 256,
      hint: "The service's own model when empty.",
    },
    { kind: "prompt", name: "promptId", label: "Prompt" },
    {
      kind: "number",
      name: "temperature",
      label: "Temperature",
      min: 0,
      max: 2,
      whole: false,
      empty: "default",
      usual: 0,
    },
  ],
  evaluation: [
    { kind: "measures", name: "measures", label: "Measures" },
    { kind: "needed", name: "needed", label: "Needed" },
  ],
  response: [],
};
