import { createRuleBasedExtractor } from "../adapters/builtin/extraction/rule-based-extractor.ts";
import { createExtractiveAnswerer } from "../adapters/builtin/extractive-answerer.ts";
import { rewriteFollowUp } from "../adapters/builtin/rewrite-follow-up.ts";
import type { Answerer } from "../answering/answerer.ts";
import type { RewriteQuestion } from "../answering/rewrite-question.ts";
import { describeModel, type ModelSettings } from "../models/configured-models.ts";
import { extractInParts } from "../structured/extract-in-parts.ts";
import type { Extractor } from "../structured/extractor.ts";

export type ComposedModels = {
  answerer: Answerer;
  extractor: Extractor;
  rewriteQuestion: RewriteQuestion;
};

/** Which models read documents, and which answer, in one line. */
export function describeModels({ vision, transcription }: ModelSettings): string {
  const readers = [
    ...(vision ? [`vision ${describeModel(vision)}`] : []),
    ...(transcription ? [`transcription ${describeModel(transcription)}`] : []),
  ];
  return readers.length === 0 ? "built-in: no model configured" : `${readers.join(", ")}; answers built-in`;
}

/** The rules read some thousand pages at once; beyond, memory and time grow. */
const partsOfRules = { characters: 8_000_000, overlap: 200 };

/** What answers, extracts and rewrites questions. */
export const composeModels = (): ComposedModels => ({
  answerer: createExtractiveAnswerer(),
  extractor: extractInParts(createRuleBasedExtractor(), partsOfRules),
  rewriteQuestion: rewriteFollowUp,
});
