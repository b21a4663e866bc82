import type { JSONSchema7, ModelMessage } from "ai";
import type { z } from "zod";
import type { ConfiguredModel } from "../../models/configured-models.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { openLanguageModel, type ProviderOptions } from "./open-provider.ts";

/** What a model is asked to answer, as a JSON Schema, and what of its answer is taken. */
export type AnswerForm<T> = { name: string; asked: JSONSchema7; taken: z.ZodType<T> };

export type Question = {
  instructions: string;
  text: string;
  /** PNG. */
  picture?: Uint8Array;
};

/** Asks for an answer in a form, once. Throws what the SDK throws; see `explainFailure`. */
export type AskModel = <T>(
  form: AnswerForm<T>,
  question: Question,
  signal: AbortSignal,
) => Promise<{ answer: T; usage: TokenUsage }>;

/** The SDK is loaded with the first question: without a model it costs nothing. */
export function createAskModel(model: ConfiguredModel, options: ProviderOptions): AskModel {
  let opened: Promise<Awaited<ReturnType<typeof open>>> | undefined;
  const open = async () => {
    const [{ extractJsonMiddleware, generateText, jsonSchema, Output, wrapLanguageModel }, language] =
      await Promise.all([import("ai"), openLanguageModel(model, options)]);
    // The SDK would write to the console what a provider does not support.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    // Smaller models like to put JSON between fences.
    return {
      generateText,
      jsonSchema,
      Output,
      language: wrapLanguageModel({ model: language, middleware: extractJsonMiddleware() }),
    };
  };

  return async <T>(form: AnswerForm<T>, question: Question, signal: AbortSignal) => {
    opened ??= open();
    const { generateText, jsonSchema, Output, language } = await opened;
    const schema = jsonSchema<T>(form.asked, {
      validate(value) {
        const { data, error } = form.taken.safeParse(value);
        return data === undefined
          ? { success: false, error: error ?? new Error("no answer") }
          : { success: true, value: data };
      },
    });
    const messages: ModelMessage[] = [
      {
        role: "user",
        content: [
          { type: "text", text: question.text },
          ...(question.picture
            ? [{ type: "file" as const, data: question.picture, mediaType: "image/png" }]
            : []),
        ],
      },
    ];
    const { output, usage } = await generateText({
      model: language,
      instructions: question.instructions,
      messages,
      output: Output.object({ schema, name: form.name }),
      // Retries are ours: see `createModelCalls`.
      maxRetries: 0,
      abortSignal: signal,
      // Reasoning models take none, and Google advises against it.
      ...(model.provider === "openai-compatible" && { temperature: 0 }),
    });
    const { inputTokens: tokensIn, outputTokens: tokensOut } = usage;
    return {
      answer: output,
      usage: { ...(tokensIn !== undefined && { tokensIn }), ...(tokensOut !== undefined && { tokensOut }) },
    };
  };
}
