import { createAiEmbedder } from "../adapters/ai-sdk/ai-embedder.ts";
import { createAiReranker } from "../adapters/ai-sdk/ai-reranker.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Reranker } from "../models/reranker.ts";

/** The models behind addresses that help to search. Absent where none is set; an encoder in a folder is no address. */
export function composeSearchModels({ embedding, reranking, ...rules }: ModelSettings): {
  embedder?: Embedder;
  reranker?: Reranker;
} {
  return {
    ...(embedding && embedding.provider !== "local" && { embedder: createAiEmbedder(embedding, rules) }),
    ...(reranking && { reranker: createAiReranker(reranking, rules) }),
  };
}
