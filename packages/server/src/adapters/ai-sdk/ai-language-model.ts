import type { LanguageModel as SdkModel } from "ai";
import { type ConfiguredModel, observedName } from "../../models/configured-models.ts";
import type {
  AnswerForm,
  LanguageModel,
  Prompt,
  WritingOptions,
  WrittenPiece,
} from "../../models/language-model.ts";
import type { TokenUsage } from "../../models/usage.ts";
import { type FormKind, formsOf, refusesForm, withSchema } from "./asked-form.ts";
import type { ModelCalls } from "./model-calls.ts";
import { ModelFailure, unavailable } from "./model-failure.ts";
import { openLanguageModel, type ProviderOptions } from "./open-provider.ts";
import type { ReasoningEffort } from "./reasoning-effort.ts";
import { createThoughtFilter } from "./thought-filter.ts";
import { tokenUsage } from "./token-usage.ts";

type Sdk = Extract<SdkModel, { specificationVersion: "v4" }>;
type CallOptions = Parameters<Sdk["doGenerate"]>[0];
type FinishReason = Awaited<ReturnType<Sdk["doGenerate"]>>["finishReason"]["unified"];

export type AiLanguageModelOptions = ProviderOptions & {
  /** Shared by all that call this model. */
  calls: ModelCalls;
  timeoutMs: number;
  /** Undefined: as the provider likes. */
  effort?: ReasoningEffort | undefined;
};

/**
 * A language model behind an address. The provider's package is loaded with the first call; the rest of the SDK is not
 * needed and not loaded.
 */
export function createAiLanguageModel(
  model: ConfiguredModel,
  { calls, timeoutMs, effort, fetch }: AiLanguageModelOptions,
): LanguageModel {
  // Reasoning models take none, and Google advises against it.
  const defaultTemperature = model.provider === "openai-compatible" ? 0 : undefined;
  let opened: Promise<Sdk> | undefined;
  const open = () => (opened ??= openLanguageModel(model, { fetch }).then((sdk) => sdk as Sdk));

  const usageSince = (began: number, usage: Parameters<typeof tokenUsage>[0]): TokenUsage => ({
    ...tokenUsage(usage),
    calls: 1,
    modelMs: performance.now() - began,
  });

  const request = (
    prompt: Prompt,
    abortSignal: AbortSignal,
    { temperature = defaultTemperature }: WritingOptions = {},
  ): CallOptions => ({
    prompt: [
      { role: "system", content: prompt.instructions },
      { role: "user", content: [{ type: "text", text: prompt.text }] },
    ],
    abortSignal,
    ...(effort && { reasoning: effort }),
    ...(temperature !== undefined && { temperature }),
  });

  async function* writeOnce(
    prompt: Prompt,
    signal: AbortSignal,
    options: WritingOptions | undefined,
  ): AsyncGenerator<WrittenPiece> {
    const sdk = await open();
    const began = performance.now();
    const { stream } = await sdk.doStream(request(prompt, signal, options));
    const thoughts = createThoughtFilter();
    let isEmpty = true;
    const given = (pieces: WrittenPiece[]) => {
      for (const piece of pieces)
        isEmpty =
          piece.type === "thought" || (isEmpty && (piece.type !== "text" || piece.text.trim() === ""));
      return pieces;
    };
    for await (const part of stream) {
      if (part.type === "error") throw streamError(model, part.error);
      if (part.type === "text-delta") {
        // A model that thinks is not silent.
        yield* given([...thoughts.push(part.delta), { type: "text", text: "" }]);
      } else if (part.type === "reasoning-delta") {
        yield { type: "text", text: "" };
      } else if (part.type === "finish") {
        checkEnd(model, part.finishReason.unified);
        yield* given(thoughts.end());
        if (isEmpty)
          throw new ModelFailure(`the model ${model.model} gave an empty answer`, {
            retry: "once",
            isOutage: false,
          });
        yield { type: "usage", usage: usageSince(began, part.usage) };
      }
    }
  }

  const allKinds = formsOf(model.provider);
  let kinds = allKinds;

  /**
   * Asks in the strictest way that the server took before. What it refused once, it is asked again only when it refuses the
   * others too: another server may answer at this address now.
   */
  async function firstAccepted<T>(ask: (kind: FormKind) => Promise<T>): Promise<T> {
    let refusal: unknown;
    for (const kind of [...kinds, ...allKinds.filter((each) => !kinds.includes(each))]) {
      try {
        const answer = await ask(kind);
        kinds = allKinds.slice(allKinds.indexOf(kind));
        return answer;
      } catch (error) {
        // When no way is taken, the form was not the reason: the first refusal says more.
        if (!refusesForm(error)) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  return {
    name: model.model,
    address: observedName(model),
    async *write(prompt, signal, options) {
      try {
        const written = calls.stream((stop) => writeOnce(prompt, stop, options), { signal, timeoutMs });
        for await (const piece of written) if (piece.type !== "text" || piece.text !== "") yield piece;
      } catch (error) {
        throw unavailable(error);
      }
    },
    async fill(prompt, form, signal) {
      const generate = async (kind: FormKind, stop: AbortSignal) =>
        (await open()).doGenerate({
          ...request(kind === "schema" ? prompt : withSchema(prompt, form.schema), stop),
          // A form is filled by forcing a tool on some of Anthropic's models, which then may not think.
          ...(model.provider === "anthropic" && effort && { reasoning: "none" as const }),
          ...responseFormat(kind, form),
          ...(!form.isStrict && {
            providerOptions: { [optionsKey[model.provider]]: { strictJsonSchema: false } },
          }),
        });
      const once = async (stop: AbortSignal) => {
        const began = performance.now();
        const { content, finishReason, usage } = await firstAccepted((kind) => generate(kind, stop));
        checkEnd(model, finishReason.unified);
        const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
        // Loaded with the first form, because YAML comes with it.
        const { objectIn } = await import("./object-in.ts");
        const value = objectIn(text, form.schema);
        if (!value)
          throw new ModelFailure(`the model ${model.model} did not answer in the form that was asked for`, {
            retry: "once",
            isOutage: false,
          });
        return { value, text, usage: usageSince(began, usage) };
      };
      try {
        return await calls.call(once, { signal, timeoutMs });
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

const responseFormat = (kind: FormKind, { name, schema }: AnswerForm): Pick<CallOptions, "responseFormat"> =>
  kind === "prompt"
    ? {}
    : { responseFormat: kind === "schema" ? { type: "json", name, schema } : { type: "json" } };

/** Where the SDK looks for options of a provider. */
const optionsKey = {
  openai: "openai",
  anthropic: "anthropic",
  google: "google",
  "openai-compatible": "compatible",
} as const;

/** Throws when the answer that just ended is not whole. */
function checkEnd({ model }: ConfiguredModel, reason: FinishReason): void {
  if (reason === "length")
    throw new ModelFailure(
      `the model ${model} ran out of tokens in the middle of its answer: raise the limit or the context of its server`,
      { retry: "no", isOutage: false },
    );
  if (reason === "content-filter")
    throw new ModelFailure(`the model ${model} declined to answer (its content filter)`, {
      retry: "no",
      isOutage: false,
    });
  if (reason === "interrupted" || reason === "error")
    throw new ModelFailure(`the model ${model} broke off in the middle of its answer`, {
      retry: "yes",
      isOutage: true,
    });
}

/** Some providers report an error in the stream as plain data, others as an error of the SDK. */
function streamError({ model }: ConfiguredModel, error: unknown): Error {
  if (error instanceof Error) return error;
  return new ModelFailure(`the model ${model} failed in the middle of its answer`, {
    retry: "yes",
    isOutage: true,
  });
}
