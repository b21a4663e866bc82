import { createAiEmbedder } from "../adapters/ai-sdk/ai-embedder.ts";
import { createAiReranker } from "../adapters/ai-sdk/ai-reranker.ts";
import { openLocalEmbedder } from "../adapters/onnx/local-embedder.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import { type ModelSettings, observedName } from "../models/configured-models.ts";
import type { Embedder } from "../models/embedder.ts";
import { observeEmbedder, observeReranker } from "../models/observe-models.ts";
import type { Reranker } from "../models/reranker.ts";
import { threadEntry } from "./thread-entry.ts";

/** The models that help to search. Those that are not configured are absent. */
export type SearchModels = {
  /** Makes the vectors. */
  embedder: Embedder | undefined;
  /** Answers from its vectors until `embedder` has made all. */
  previousEmbedder: Embedder | undefined;
  reranker: Reranker | undefined;
  /** Ends the threads of local models. */
  close(): Promise<void>;
};

/** Opens them: those behind addresses call nothing before their first use. Throws OperatorError for a folder without a model. */
export async function openSearchModels(
  { embedding, previousEmbedding, reranking, ...rules }: ModelSettings,
  observe: Observe = observeNothing,
): Promise<SearchModels> {
  const closing: (() => Promise<void>)[] = [];
  const open = async (model: ModelSettings["embedding"]): Promise<Embedder | undefined> => {
    if (model === undefined) return undefined;
    if (model.provider !== "local")
      return observeEmbedder(createAiEmbedder(model, rules), observe, observedName(model));
    const local = await openLocalEmbedder(model.folder, threadEntry("encoder"));
    closing.push(() => local.close());
    return observeEmbedder(local, observe);
  };
  return {
    embedder: await open(embedding),
    previousEmbedder: embedding && (await open(previousEmbedding)),
    reranker: reranking && observeReranker(createAiReranker(reranking, rules), observe),
    close: async () => void (await Promise.all(closing.map((close) => close()))),
  };
}
