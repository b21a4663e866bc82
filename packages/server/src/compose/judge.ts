import type { FastifyBaseLogger } from "fastify";
import { openLocalJudge } from "../adapters/onnx/local-judge.ts";
import { createModelJudge } from "../answering/model-judge.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import { type AskJudge, createAskJudge, type Judge } from "../models/judge.ts";
import { observeJudge } from "../models/observe-models.ts";
import type { Closing } from "./closing.ts";
import { composeJudgingModel, composeLanguageModels } from "./language-models.ts";
import { threadEntry } from "./thread-entry.ts";

export type OpenedJudge = { judge: Judge; close(): Promise<void> };

/** A judge that there is once only, with its thread. Absent without a folder; a language model judges where it is called. */
export type JudgeService = { askJudge?: AskJudge };

const never = new AbortController().signal;

/** The judge of the settings; undefined for none. Throws OperatorError for a folder without one. */
export async function openJudge(
  settings: ModelSettings,
  observe: Observe = observeNothing,
): Promise<OpenedJudge | undefined> {
  const { judging } = settings;
  if (judging !== undefined && judging !== "language" && judging.provider === "local") {
    const { judge, close } = await openLocalJudge(judging.folder, threadEntry("encoder"));
    return { judge: observeJudge(judge, observe), close };
  }
  const model = composeJudgingModel(settings, composeLanguageModels(settings, observe), observe);
  return model && { judge: createModelJudge(model), close: async () => {} };
}

/** Throws OperatorError for a folder without a judge. */
export async function composeJudge(
  settings: ModelSettings,
  { logger, closing, observe }: { logger: FastifyBaseLogger; closing: Closing; observe: Observe },
): Promise<JudgeService> {
  const { judging } = settings;
  if (judging === "language" || judging?.provider !== "local") return {};
  const opened = await openJudge(settings, observe);
  if (!opened) return {};
  closing.push(opened.close);
  const ask = createAskJudge(opened.judge, (message) => logger.warn(message));
  // It is called from other threads, where no signal reaches it.
  return { askJudge: (statement, evidence) => ask(statement, evidence, never) };
}
