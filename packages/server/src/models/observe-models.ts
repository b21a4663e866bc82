import type { ModelPurpose, Observe } from "../kernel/observe.ts";
import { startTiming } from "../kernel/observe.ts";
import { workContext } from "../kernel/work-context.ts";
import type { Embedder } from "./embedder.ts";
import type { Judge } from "./judge.ts";
import type { LanguageModel, LanguageModels } from "./language-model.ts";
import type { Reranker } from "./reranker.ts";
import type { TokenUsage } from "./usage.ts";

/** The name is absent for a model of this machine. */
type ObservedModel = { purpose: ModelPurpose; model: string | undefined };

/** Starts to observe a call. Call what it answers once: with the usage of an answered call, or with what was thrown. */
export function observeCall({ purpose, model }: ObservedModel, signal: AbortSignal, observe: Observe) {
  const seconds = startTiming();
  const tell = (result: "answered" | "failed" | "stopped", usage: TokenUsage = {}) => {
    const context = workContext();
    const took = seconds();
    if (context?.spent && purpose === "language") context.spent.modelSeconds += took;
    observe({
      kind: "model",
      purpose,
      model,
      projectId: context?.projectId,
      result,
      seconds: took,
      tokensIn: usage.tokensIn,
      tokensOut: usage.tokensOut,
    });
  };
  return {
    answered: (usage?: TokenUsage) => tell("answered", usage),
    ended: () => tell(signal.aborted ? "stopped" : "failed"),
  };
}

/** The result of a call of a model, observed. */
export async function observed<Answer>(
  model: ObservedModel,
  signal: AbortSignal,
  observe: Observe,
  call: () => Promise<Answer>,
  usageOf: (answer: Answer) => TokenUsage,
): Promise<Answer> {
  const watch = observeCall(model, signal, observe);
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    watch.ended();
    throw error;
  }
  watch.answered(usageOf(answer));
  return answer;
}

export const observeLanguageModels = (models: LanguageModels, observe: Observe): LanguageModels => ({
  fast: observeLanguageModel(models.fast, observe),
  balanced: observeLanguageModel(models.balanced, observe),
  accurate: observeLanguageModel(models.accurate, observe),
  max: observeLanguageModel(models.max, observe),
});

export const observeLanguageModel = (model: LanguageModel, observe: Observe): LanguageModel => ({
  ...model,
  async *write(prompt, signal, options) {
    const watch = observeCall({ purpose: "language", model: model.address ?? model.name }, signal, observe);
    let usage: TokenUsage = {};
    let isWhole = false;
    try {
      for await (const piece of model.write(prompt, signal, options)) {
        if (piece.type === "usage") usage = piece.usage;
        yield piece;
      }
      isWhole = true;
    } finally {
      // A caller that has read enough leaves before the end, without an error.
      if (isWhole) watch.answered(usage);
      else watch.ended();
    }
  },
  fill: (prompt, form, signal) =>
    observed(
      { purpose: "language", model: model.address ?? model.name },
      signal,
      observe,
      () => model.fill(prompt, form, signal),
      ({ usage }) => usage,
    ),
});

/** `name`: of a model behind an address. */
export const observeEmbedder = (
  { embedWords, ...embedder }: Embedder,
  observe: Observe,
  name?: string,
): Embedder => ({
  ...embedder,
  embed: (texts, purpose, signal, urgency) =>
    observed(
      { purpose: "embedding", model: name },
      signal,
      observe,
      () => embedder.embed(texts, purpose, signal, urgency),
      ({ usage }) => usage,
    ),
  ...(embedWords && {
    embedWords: (...args: Parameters<NonNullable<Embedder["embedWords"]>>) =>
      observed(
        { purpose: "embedding", model: name },
        args[2],
        observe,
        () => embedWords(...args),
        ({ usage }) => usage,
      ),
  }),
});

export const observeReranker = (reranker: Reranker, observe: Observe): Reranker => ({
  ...reranker,
  rerank: (query, texts, signal) =>
    observed(
      { purpose: "reranking", model: reranker.name },
      signal,
      observe,
      () => reranker.rerank(query, texts, signal),
      ({ usage }) => usage,
    ),
});

/** Of a judge in a folder; a language model that judges is observed as one. */
export const observeJudge =
  (judge: Judge, observe: Observe): Judge =>
  (statement, evidence, signal) =>
    observed(
      { purpose: "judging", model: undefined },
      signal,
      observe,
      () => judge(statement, evidence, signal),
      ({ usage }) => usage,
    );
