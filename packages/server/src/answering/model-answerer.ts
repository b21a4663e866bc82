import type { LanguageModels } from "../models/language-model.ts";
import { answerPrompt } from "./answer-prompt.ts";
import type { Answerer } from "./answerer.ts";
import { createStatementCutter } from "./statement-cutter.ts";

/** A question may be read twice: from the sources it names, then from all. */
const readings = 2;

/**
 * Answers in a model's words. Each sentence is yielded when it is whole, with the passages that the model names for it;
 * whether they support it is not known here. `tokenBudget` is what one question may send.
 */
export const createModelAnswerer = ({
  models,
  tokenBudget,
}: {
  models: LanguageModels;
  tokenBudget: number;
}): Answerer =>
  async function* (request, signal) {
    const { prompt, leftOut } = answerPrompt(request, Math.floor(tokenBudget / readings));
    if (leftOut > 0) yield { type: "cut", passages: leftOut };
    const cutter = createStatementCutter(request.passages.length);
    for await (const piece of models[request.thinkingLevel].write(prompt, signal)) {
      if (piece.type === "text") yield* cutter.push(piece.text);
      else if (piece.type === "thought") cutter.restart();
      else yield { type: "usage", usage: piece.usage };
    }
    yield* cutter.end();
  };
