import type { EmbeddingModel, LanguageModel, TranscriptionModel } from "ai";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import { createModelFetch } from "./model-fetch.ts";
import { withWholeSegments } from "./whole-segments.ts";

/** Where the providers are, whatever the environment says: the SDK would look there by itself. */
const addresses = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

/** Some servers ask for no key, and the SDK for one. It is taken out again before anything is sent. */
const noKey = "none";

export type ProviderOptions = { fetch?: typeof globalThis.fetch | undefined };

const fetchFor = ({ apiKey }: ConfiguredModel, { fetch }: ProviderOptions) =>
  createModelFetch({ hasKey: apiKey !== undefined, ...(fetch && { fetch }) });

/** The SDK's model for language and pictures. The provider's package is loaded now. */
export async function openLanguageModel(
  model: ConfiguredModel,
  options: ProviderOptions = {},
): Promise<Exclude<LanguageModel, string>> {
  const fetch = fetchFor(model, options);
  const apiKey = model.apiKey ?? noKey;
  switch (model.provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey, baseURL: addresses.openai, fetch }).chat(model.model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, baseURL: addresses.anthropic, fetch })(model.model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ apiKey, baseURL: addresses.google, fetch })(model.model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: "compatible",
        apiKey,
        baseURL: model.baseUrl ?? "",
        supportsStructuredOutputs: true,
        includeUsage: true,
        fetch,
      })(model.model);
    }
  }
}

/** The SDK's model for embeddings. */
export async function openEmbeddingModel(
  model: ConfiguredModel,
  options: ProviderOptions = {},
): Promise<Exclude<EmbeddingModel, string>> {
  const fetch = fetchFor(model, options);
  const apiKey = model.apiKey ?? noKey;
  if (model.provider === "google") {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL: addresses.google, fetch }).embeddingModel(model.model);
  }
  if (model.provider === "openai") {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL: addresses.openai, fetch }).embeddingModel(model.model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const baseURL = model.baseUrl ?? "";
  return createOpenAICompatible({ name: "compatible", apiKey, baseURL, fetch }).embeddingModel(model.model);
}

/** The SDK's model for speech. Compatible servers speak OpenAI's protocol, so OpenAI's package calls them too. */
export async function openTranscriptionModel(
  model: ConfiguredModel,
  options: ProviderOptions = {},
): Promise<Exclude<TranscriptionModel, string>> {
  const fetch = fetchFor(model, options);
  const apiKey = model.apiKey ?? noKey;
  if (model.provider === "google") {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL: addresses.google, fetch }).transcription(model.model);
  }
  const { createOpenAI } = await import("@ai-sdk/openai");
  const baseURL = model.baseUrl ?? addresses.openai;
  return createOpenAI({ apiKey, baseURL, fetch: withWholeSegments(fetch) }).transcription(model.model);
}
