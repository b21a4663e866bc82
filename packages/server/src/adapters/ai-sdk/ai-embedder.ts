import type { EmbeddingModel as SdkModel } from "ai";
import { type ConfiguredModel, describeModel } from "../../models/configured-models.ts";
import type { Embedder, EmbeddingPurpose } from "../../models/embedder.ts";
import { encoderFamily } from "../../models/encoder-family.ts";
import { cutToTokens } from "../../models/estimate-tokens.ts";
import { addUsage, noTokens, type TokenUsage } from "../../models/usage.ts";
import { type CallRules, createModelCalls } from "./model-calls.ts";
import { ModelFailure, unavailable } from "./model-failure.ts";
import { openEmbeddingModel, type ProviderOptions } from "./open-provider.ts";

type Sdk = Extract<SdkModel, { specificationVersion: "v4" }>;
type Batch = { vectors: Float32Array[]; usage: TokenUsage };

/** Below the 100 that Google takes. */
const maxTexts = 96;
/** Below the 8,191 that OpenAI takes. A chunk never has as many. */
const maxTokens = 8_000;

const taskTypes = { query: "RETRIEVAL_QUERY", passage: "RETRIEVAL_DOCUMENT" } as const;

/** An embedding model behind an address. Making it loads and calls nothing. */
export function createAiEmbedder(
  model: ConfiguredModel,
  { timeoutMs, fetch, ...rules }: Omit<CallRules, "model"> & ProviderOptions & { timeoutMs: number },
): Embedder {
  const calls = createModelCalls({ ...rules, model });
  let opened: Promise<Sdk> | undefined;
  const open = () => (opened ??= openEmbeddingModel(model, { fetch }).then((sdk) => sdk as Sdk));
  /** All vectors of a space have as many dimensions as the first. */
  let dimensions: number | undefined;

  const once = async (
    texts: string[],
    purpose: EmbeddingPurpose,
    abortSignal: AbortSignal,
  ): Promise<Batch> => {
    const prefix = encoderFamily(model.model)?.prefixes[purpose] ?? "";
    const { embeddings, usage } = await (await open()).doEmbed({
      values: texts.map((text) => prefix + cutToTokens(text, maxTokens)),
      abortSignal,
      ...(model.provider === "google" && { providerOptions: { google: { taskType: taskTypes[purpose] } } }),
    });
    const vectors = embeddings.map(unitVector);
    const size = dimensions ?? vectors[0]?.length;
    if (
      vectors.length !== texts.length ||
      vectors.some((vector) => vector === null || vector.length !== size)
    )
      throw new ModelFailure(
        `the model ${model.model} did not give one vector of ${size ?? "any"} dimensions for each text`,
        { retry: "once", isOutage: false, isPassing: false },
      );
    dimensions = size;
    return {
      vectors: vectors.flatMap((vector) => (vector ? [vector] : [])),
      usage: usage ? { tokensIn: usage.tokens } : {},
    };
  };

  return {
    space: describeModel(model),
    async embed(texts, purpose, signal) {
      const vectors: Float32Array[] = [];
      let usage = noTokens;
      try {
        for (let start = 0; start < texts.length; start += maxTexts) {
          const batch = texts.slice(start, start + maxTexts);
          const made = await calls.call((stop) => once(batch, purpose, stop), { signal, timeoutMs });
          vectors.push(...made.vectors);
          usage = addUsage(usage, made.usage);
        }
      } catch (error) {
        throw unavailable(error);
      }
      return { vectors, usage };
    },
  };
}

/** The same direction with length 1; null when there is none. */
function unitVector(values: number[]): Float32Array | null {
  const length = Math.hypot(...values);
  if (values.length === 0 || !Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(values, (value) => value / length);
}
