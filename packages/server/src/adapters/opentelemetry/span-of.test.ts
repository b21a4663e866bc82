import { SpanKind } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { spanOf } from "./span-of.ts";

it("names a call of a model by the conventions for generative AI", () => {
  const call = { kind: "model", purpose: "language", result: "answered", seconds: 2 } as const;
  expect(spanOf({ ...call, model: "openai:gpt-5:mini", tokensIn: 7, tokensOut: 3 })).toEqual({
    name: "chat gpt-5:mini",
    kind: SpanKind.CLIENT,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-5:mini",
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 3,
    },
    seconds: 2,
    isFailed: false,
  });
  expect(spanOf({ ...call, purpose: "embedding", result: "failed" })).toMatchObject({
    name: "embeddings",
    kind: SpanKind.INTERNAL,
    attributes: { "gen_ai.operation.name": "embeddings" },
    isFailed: true,
  });
});

it("makes no span of what took no time of its own", () => {
  expect(spanOf({ kind: "lookup", cache: "read-documents", found: true })).toBeNull();
});
