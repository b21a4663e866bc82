import { z } from "zod";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import type { Reranker } from "../../models/reranker.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { type CallRules, createModelCalls } from "./model-calls.ts";
import { ModelFailure, unavailable } from "./model-failure.ts";
import { createModelFetch } from "./model-fetch.ts";
import type { ProviderOptions } from "./open-provider.ts";

/** What Cohere, Jina, vLLM and llama.cpp answer alike. */
const answerForm = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
  usage: z
    .object({ total_tokens: z.int().min(0) })
    .partial()
    .optional()
    .catch(undefined),
});

/**
 * A model behind a server that has `POST <base url>/rerank` in the form of Cohere, which Jina, vLLM and llama.cpp have too:
 * `{model, query, documents, top_n}`, answered by `{results: [{index, relevance_score}]}`. The SDK has it for some
 * providers only.
 */
export function createAiReranker(
  model: ConfiguredModel,
  { timeoutMs, fetch: given, ...rules }: Omit<CallRules, "model"> & ProviderOptions & { timeoutMs: number },
): Reranker {
  const calls = createModelCalls({ ...rules, model });
  const fetch = createModelFetch({ hasKey: model.apiKey !== undefined, ...(given && { fetch: given }) });

  const once = async (query: string, documents: string[], signal: AbortSignal) => {
    const response = await fetch(`${model.baseUrl}/rerank`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${model.apiKey}` },
      body: JSON.stringify({ model: model.model, query, documents, top_n: documents.length }),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw refusal(response, text);
    const { data } = answerForm.safeParse(jsonOf(text));
    const scores = new Map(data?.results.map(({ index, relevance_score }) => [index, relevance_score]));
    const ordered = documents.map((_, index) => scores.get(index));
    if (!ordered.every((score) => score !== undefined))
      throw new ModelFailure(`the model ${model.model} did not answer in the form that was asked for`, {
        retry: "once",
        isOutage: false,
      });
    const tokens = data?.usage?.total_tokens;
    const usage: TokenUsage = tokens === undefined ? {} : { tokensIn: tokens };
    return { scores: withinOne(ordered), usage };
  };

  return {
    name: model.model,
    async rerank(query, texts, signal) {
      if (texts.length === 0) return { scores: [], usage: {} };
      try {
        return await calls.call((stop) => once(query, texts, stop), { signal, timeoutMs });
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

/** Some servers give the model's raw scores, which have no bounds. */
const withinOne = (scores: number[]): number[] =>
  scores.every((score) => score >= 0 && score <= 1)
    ? scores
    : scores.map((score) => 1 / (1 + Math.exp(-score)));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error as `explainFailure` reads the SDK's. */
function refusal({ status, headers }: Response, text: string): Error {
  const said = jsonOf(text) as { message?: unknown; error?: { message?: unknown } } | undefined;
  const message = [said?.error?.message, said?.message].find((each) => typeof each === "string") ?? "";
  return Object.assign(new Error(String(message)), {
    statusCode: status,
    responseHeaders: Object.fromEntries(headers),
  });
}
