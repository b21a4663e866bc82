import { type Vision, VisionError } from "@headwater/reader";
import { type Observe, observeNothing } from "../../kernel/observe.ts";
import { type ConfiguredModel, observedName } from "../../models/configured-models.ts";
import { observed } from "../../models/observe-models.ts";
import { type AnswerForm, createAskModel, type Question } from "./ask-model.ts";
import { type CallRules, createModelCalls } from "./model-calls.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ProviderOptions } from "./open-provider.ts";
import {
  figureInstructions,
  notesInstructions,
  notesQuestion,
  pageInstructions,
  pageQuestion,
} from "./vision-prompts.ts";

export type AiModelOptions = Omit<CallRules, "model"> &
  ProviderOptions & { timeoutMs: number; observe?: Observe | undefined };

/** The reader's port for a model behind an address. Making it loads and calls nothing. */
export function createAiVision(
  model: ConfiguredModel,
  { timeoutMs, fetch, observe = observeNothing, ...rules }: AiModelOptions,
): Vision {
  const { call } = createModelCalls({ ...rules, model });
  const ask = createAskModel(model, { fetch });
  const watched = { purpose: "vision", model: observedName(model) } as const;
  const answered = async <T>(form: AnswerForm<T>, question: Question, signal: AbortSignal): Promise<T> => {
    const asked = () => call((stop) => ask(form, question, stop), { signal, timeoutMs });
    try {
      return (await observed(watched, signal, observe, asked, ({ usage }) => usage)).answer;
    } catch (error) {
      throw error instanceof ModelFailure ? new VisionError(error.message) : error;
    }
  };
  // With them comes zod, which a thread without a model does not need.
  const forms = () => import("./vision-answers.ts");
  return {
    name: model.model,
    maxConcurrent: rules.maxConcurrent,
    async readPage({ png, knownText }, { signal }) {
      const question = { instructions: pageInstructions, text: pageQuestion(knownText), picture: png };
      const { blocks, ...notes } = await answered((await forms()).pageAnswer, question, signal);
      return { blocks, notes };
    },
    async describeFigure({ png }, { signal }) {
      const question = { instructions: figureInstructions, text: "Describe this figure.", picture: png };
      return (await answered((await forms()).figureAnswer, question, signal)).description;
    },
    async annotatePage(text, { signal }) {
      const question = { instructions: notesInstructions, text: notesQuestion(text) };
      return answered((await forms()).notesAnswer, question, signal);
    },
  };
}
