import { createExtractiveAnswerer } from "../adapters/builtin/extractive-answerer.ts";
import { rewriteFollowUp } from "../adapters/builtin/rewrite-follow-up.ts";
import { createRuleBasedExtractor } from "../adapters/builtin/rule-based-extractor.ts";
import type { Answerer } from "../answering/answerer.ts";
import type { RewriteQuestion } from "../answering/rewrite-question.ts";
import type { Extractor } from "../structured/extractor.ts";

export type ComposedModels = {
  answerer: Answerer;
  extractor: Extractor;
  rewriteQuestion: RewriteQuestion;
  /** One line for people: which models these are. */
  description: string;
};

/** What answers, extracts and rewrites questions. Serving and `doctor` both ask here, so that both say the same. */
export const composeModels = (): ComposedModels => ({
  answerer: createExtractiveAnswerer(),
  extractor: createRuleBasedExtractor(),
  rewriteQuestion: rewriteFollowUp,
  description: "built-in: no model configured",
});
