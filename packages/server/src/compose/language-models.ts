import { createAiLanguageModel } from "../adapters/ai-sdk/ai-language-model.ts";
import { createModelCalls, type ModelCalls } from "../adapters/ai-sdk/model-calls.ts";
import { reasoningEffort } from "../adapters/ai-sdk/reasoning-effort.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import { type ConfiguredModel, describeModel, type ModelSettings } from "../models/configured-models.ts";
import type { LanguageModel, LanguageModels } from "../models/language-model.ts";
import { observeLanguageModel, observeLanguageModels } from "../models/observe-models.ts";
import type { ThinkingLevel } from "../models/thinking.ts";

/** Somebody waits for the answer, and rather hears when to come again. */
const maxRetryAfterMs = 15_000;

/** The language model that judges statements; undefined without one. */
export function composeJudgingModel(
  { judging, maxConcurrent, timeoutMs }: ModelSettings,
  models: LanguageModels | undefined,
  observe: Observe = observeNothing,
): LanguageModel | undefined {
  if (judging === "language") return models?.fast;
  if (judging === undefined || judging.provider === "local") return undefined;
  const calls = createModelCalls({ model: judging, maxConcurrent, maxRetryAfterMs });
  const effort = reasoningEffort(judging, "fast");
  return observeLanguageModel(createAiLanguageModel(judging, { calls, timeoutMs, effort }), observe);
}

/** The language model of each thinking level. Levels with the same model share its limits. Undefined: none is set. */
export function composeLanguageModels(
  { language, maxConcurrent, timeoutMs }: ModelSettings,
  observe: Observe = observeNothing,
): LanguageModels | undefined {
  if (!language) return undefined;
  const calls = new Map<string, ModelCalls>();
  const callsOf = (model: ConfiguredModel) => {
    const name = describeModel(model);
    const shared = calls.get(name) ?? createModelCalls({ model, maxConcurrent, maxRetryAfterMs });
    calls.set(name, shared);
    return shared;
  };
  const at = (level: ThinkingLevel): LanguageModel => {
    const model = language[level];
    return createAiLanguageModel(model, {
      calls: callsOf(model),
      timeoutMs,
      effort: reasoningEffort(model, level),
    });
  };
  const models = { fast: at("fast"), balanced: at("balanced"), accurate: at("accurate"), max: at("max") };
  return observeLanguageModels(models, observe);
}
