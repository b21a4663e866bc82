import type { LanguageModels } from "../models/language-model.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import { answerPrompt } from "./answer-prompt.ts";
import type { Answerer } from "./answerer.ts";
import { createStatementCutter } from "./statement-cutter.ts";

/** A question may be read twice: from the sources it names, then from all. */
const readings = 2;

/**
 * Answers in a model's words. Each sentence is yielded when it is whole, with the passages that the model names for it;
 * whether they support it is not known here. `tokenBudget` is what one question may send. An answer that is
 * not streamed is cut when it is whole. So it is for a model that once ended its thoughts without having begun them: until the end
 * of its thoughts, they look like an answer, with citations.
 */
export const createModelAnswerer = ({
  models,
  tokenBudget,
}: {
  models: LanguageModels;
  tokenBudget: number;
}): Answerer => {
  const thinkAloud = new Set<ThinkingLevel>();
  return async function* (request, signal) {
    const { thinkingLevel, isStreamed = false } = request;
    const { prompt, leftOut } = answerPrompt(request, Math.floor(tokenBudget / readings));
    if (leftOut > 0) yield { type: "cut", passages: leftOut };
    const cutter = createStatementCutter(request.passages.length);
    let isHeld = !isStreamed || thinkAloud.has(thinkingLevel);
    let held = "";
    for await (const piece of models[thinkingLevel].write(prompt, signal)) {
      if (piece.type === "usage") yield { type: "usage", usage: piece.usage };
      else if (piece.type === "thought") {
        thinkAloud.add(thinkingLevel);
        cutter.restart();
        [held, isHeld] = ["", !isStreamed];
      } else if (isHeld) held += piece.text;
      else yield* cutter.push(piece.text);
    }
    yield* cutter.push(held);
    yield* cutter.end();
  };
};
