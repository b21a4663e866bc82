import type { EmbeddingPurpose } from "./embedder.ts";

/** How the vectors of the tokens become the one of the text. */
export type Pooling = "mean" | "cls";

/** What the authors of encoders say of them in words, and often in no file. */
export type EncoderFamily = {
  /** Before each text, as in training; without it such a model finds much less. */
  prefixes: Record<EmbeddingPurpose, string>;
  pooling: Pooling;
};

const retrieval = { query: "Represent this sentence for searching relevant passages: ", passage: "" };

/** Google's models get the purpose as an option, and OpenAI's do not need it. */
const families: [RegExp, EncoderFamily][] = [
  [
    /nomic-embed-text/i,
    { prefixes: { query: "search_query: ", passage: "search_document: " }, pooling: "mean" },
  ],
  [/\be5-(?!.*instruct)/i, { prefixes: { query: "query: ", passage: "passage: " }, pooling: "mean" }],
  [/mxbai-embed-large|bge-(?:small|base|large)-en/i, { prefixes: retrieval, pooling: "cls" }],
  [/snowflake-arctic-embed2/i, { prefixes: { query: "query: ", passage: "" }, pooling: "cls" }],
  [/snowflake-arctic-embed/i, { prefixes: retrieval, pooling: "cls" }],
];

/** The family of a model by its name; undefined for models that want no prefix and the mean of their tokens. */
export const encoderFamily = (model: string): EncoderFamily | undefined =>
  families.find(([name]) => name.test(model))?.[1];
