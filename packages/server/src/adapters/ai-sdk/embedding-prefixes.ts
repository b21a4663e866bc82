import type { EmbeddingPurpose } from "../../models/embedder.ts";

type Prefixes = Record<EmbeddingPurpose, string>;

const retrieval = "Represent this sentence for searching relevant passages: ";

/**
 * What the authors of models put before texts in training; without it they find much less. Google's models are told the
 * purpose otherwise, and OpenAI's need not know it.
 */
const known: [RegExp, Prefixes][] = [
  [/nomic-embed-text/i, { query: "search_query: ", passage: "search_document: " }],
  [/\be5-(?!.*instruct)/i, { query: "query: ", passage: "passage: " }],
  [/mxbai-embed-large|bge-(?:small|base|large)-en/i, { query: retrieval, passage: "" }],
  [/snowflake-arctic-embed2/i, { query: "query: ", passage: "" }],
  [/snowflake-arctic-embed/i, { query: retrieval, passage: "" }],
];

export const embeddingPrefix = (model: string, purpose: EmbeddingPurpose): string =>
  known.find(([name]) => name.test(model))?.[1][purpose] ?? "";
