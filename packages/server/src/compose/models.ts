import { createRuleBasedExtractor } from "../adapters/builtin/extraction/rule-based-extractor.ts";
import { createExtractiveAnswerer } from "../adapters/builtin/extractive-answerer.ts";
import { rewriteFollowUp } from "../adapters/builtin/rewrite-follow-up.ts";
import type { Answerer } from "../answering/answerer.ts";
import { createModelAnswerer } from "../answering/model-answerer.ts";
import { createModelJudge } from "../answering/model-judge.ts";
import { createModelRewriter } from "../answering/model-rewriter.ts";
import type { RewriteQuestion } from "../answering/rewrite-question.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import { judgingEncoder } from "../models/built-in-encoder.ts";
import { describeModel, type LanguageSettings, type ModelSettings } from "../models/configured-models.ts";
import { type AskJudge, createAskJudge } from "../models/judge.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import { extractInParts } from "../structured/extract-in-parts.ts";
import type { Extractor } from "../structured/extractor.ts";
import { createModelExtractor } from "../structured/model-extractor.ts";
import { withEInvoice } from "../structured/with-e-invoice.ts";
import { composeJudgingModel, composeLanguageModels } from "./language-models.ts";

export type ComposedModels = {
  answerer: Answerer;
  extractor: Extractor;
  rewriteQuestion: RewriteQuestion;
  /** Absent without a language model as judge. */
  askJudge?: AskJudge;
  /** The name of the language model of a level; null for none. */
  modelAt: (level: ThinkingLevel) => string | null;
};

/** The rules read some thousand pages at once; beyond, memory and time grow. */
const partsOfRules = { characters: 8_000_000, overlap: 200 };

/** An extraction may take as long as so many calls, one after the other. */
const callsPerExtraction = 10;

/** Which models answer, search and read documents, in one line. */
export function describeModels({
  language,
  embedding,
  reranking,
  judging,
  vision,
  transcription,
}: ModelSettings): string {
  const own = judging === "language" ? undefined : judging;
  const others = { embedding, reranking, judging: own, vision, transcription };
  const named = Object.entries(others).flatMap(([purpose, model]) =>
    model ? [`${purpose} ${describeModel(model)}`] : [],
  );
  if (judging === "language") named.push("judging by the same");
  if (language) return [`answers by ${describeLanguage(language)}`, ...named].join(", ");
  return named.length === 0
    ? "built-in: no model configured, answers are quotes, found by words alone"
    : `${named.join(", ")}; no language model, answers are quotes`;
}

/** The model, and those that single thinking levels have instead of it. */
function describeLanguage({ default: standard, ...levels }: LanguageSettings): string {
  const name = describeModel(standard);
  const own = Object.entries(levels).flatMap(([level, model]) =>
    describeModel(model) === name ? [] : [`${level}: ${describeModel(model)}`],
  );
  return own.length === 0 ? name : `${name} (${own.join(", ")})`;
}

/** What answers, extracts and rewrites questions. `warn` gets what went wrong without an error. */
export function composeModels(
  settings: ModelSettings,
  warn: (message: string) => void,
  observe: Observe = observeNothing,
): ComposedModels {
  const models = composeLanguageModels(settings, observe);
  if (!models)
    return {
      answerer: createExtractiveAnswerer(judgingEncoder(settings.embedding)),
      extractor: withEInvoice(extractInParts(createRuleBasedExtractor(), partsOfRules)),
      rewriteQuestion: rewriteFollowUp,
      modelAt: () => null,
    };
  const judge = composeJudgingModel(settings, models, observe);
  const { tokenBudget, maxConcurrent } = settings;
  const extractionMs = settings.timeoutMs * callsPerExtraction;
  return {
    answerer: createModelAnswerer({ models, tokenBudget }),
    extractor: withEInvoice(
      createModelExtractor({ models, tokenBudget, maxConcurrent, timeoutMs: extractionMs }),
    ),
    rewriteQuestion: createModelRewriter(models.fast, warn),
    ...(judge && { askJudge: createAskJudge(createModelJudge(judge), warn) }),
    modelAt: (level) => models[level].name,
  };
}
