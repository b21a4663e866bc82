import { type Attributes, SpanKind } from "@opentelemetry/api";
import type { ModelPurpose, Observation } from "../../kernel/observe.ts";

export type KnownSpan = {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  seconds: number;
  isFailed: boolean;
};

/** Operations as the conventions for generative AI name them. */
const operations: Record<ModelPurpose, string> = {
  language: "chat",
  embedding: "embeddings",
  reranking: "rerank",
  judging: "chat",
  vision: "chat",
  transcription: "transcription",
};

/** What an observation is as a span; null for what took no time of its own. Never a text of a user or a document. */
export function spanOf(observation: Observation): KnownSpan | null {
  switch (observation.kind) {
    case "stage": {
      const { work, stage, seconds } = observation;
      return { name: `${work} ${stage}`, kind: SpanKind.INTERNAL, attributes: {}, seconds, isFailed: false };
    }
    case "reading": {
      const { format, method, pages, seconds, result } = observation;
      const attributes = { "headwater.format": format, "headwater.method": method, "headwater.pages": pages };
      return { name: "read", kind: SpanKind.CONSUMER, attributes, seconds, isFailed: result === "failed" };
    }
    case "model": {
      const { purpose, model, tokensIn, tokensOut, seconds, result } = observation;
      const operation = operations[purpose];
      const attributes: Attributes = { "gen_ai.operation.name": operation };
      const [provider, ...rest] = model?.split(":") ?? [];
      const requested = rest.length > 0 ? rest.join(":") : model;
      if (requested !== undefined) attributes["gen_ai.request.model"] = requested;
      if (provider !== undefined && rest.length > 0) attributes["gen_ai.provider.name"] = provider;
      if (tokensIn !== undefined) attributes["gen_ai.usage.input_tokens"] = tokensIn;
      if (tokensOut !== undefined) attributes["gen_ai.usage.output_tokens"] = tokensOut;
      return {
        name: requested === undefined ? operation : `${operation} ${requested}`,
        kind: requested === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT,
        attributes,
        seconds,
        isFailed: result === "failed",
      };
    }
    default:
      return null;
  }
}
