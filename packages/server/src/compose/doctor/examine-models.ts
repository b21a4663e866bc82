import { TranscriptionError, VisionError } from "@headwater/reader";
import { judgingEncoder, multilingualEncoder } from "../../models/built-in-encoder.ts";
import { describeModel, type LanguageSettings, type ModelSettings } from "../../models/configured-models.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import type { ThinkingLevel } from "../../models/thinking.ts";
import { composeDocumentModels } from "../document-models.ts";
import { type OpenedJudge, openJudge } from "../judge.ts";
import { composeLanguageModels } from "../language-models.ts";
import { describeModels } from "../models.ts";
import { openSearchModels, type SearchModels } from "../search-models.ts";
import { type Finding, ill, ok } from "./finding.ts";
import { silence, square } from "./model-samples.ts";

const maxShown = 120;
const never = AbortSignal.any([]);
const remedy =
  "Unset HEADWATER_EMBEDDING_MODEL where it is `none`; else install @headwater/encoder and onnxruntime-node beside the service.";

type Trial = { what: string; call: () => Promise<string> };

/** Calls each configured model once, with a sample, and says what it answered or why it did not. */
export async function examineModels(settings: ModelSettings): Promise<Finding> {
  const searchModels = await openSearchModels(settings);
  const judging = await openJudge(settings);
  const trials = [
    ...languageTrials(settings),
    ...searchTrials(settings, searchModels),
    ...judgeTrials(settings, judging),
    ...documentTrials(settings),
  ];
  const close = () => Promise.all([searchModels.close(), judging?.close()]);
  const found = await Promise.all(trials.map(tried)).finally(close);
  const details = [
    ...found.map(({ line }) => line),
    ...judgeOf(settings),
    ...(settings.embedding ? [] : [`embedding: none, so passages are found by their words alone. ${remedy}`]),
  ];
  if (found.length === 0) return { ...ok(describeModels(settings)), details };
  const answers = settings.language ? "" : "; answers to questions are quotes, no model";
  return found.every(({ works }) => works)
    ? { ...ok(`each answered a call${answers}`), details }
    : ill(
        "not every model works. Mend the setting or the server; without the language model questions are answered with 503, without the others the service does what it can.",
        details,
      );
}

/** Which encoder judges answers in other languages than English, where answers are quotes. */
function judgeOf({ language, embedding }: ModelSettings): string[] {
  const encoder = judgingEncoder(embedding);
  if (language || !encoder || encoder === "multilingual") return [];
  const other = multilingualEncoder();
  return [
    encoder === "by language" && other
      ? `answers in other languages than English: judged by ${describeModel(other)}. HEADWATER_EMBEDDING_MODEL=multilingual finds passages with it too.`
      : "answers in other languages than English: judged by words, because the encoder reads English alone. Install @headwater/encoder-multilingual beside the service.",
  ];
}

async function tried({ what, call }: Trial): Promise<{ line: string; works: boolean }> {
  const started = performance.now();
  try {
    const answer = await call();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return { line: `${what}: answered in ${seconds} s (${answer})`, works: true };
  } catch (error) {
    const isKnown = [VisionError, TranscriptionError, ModelUnavailableError].some(
      (kind) => error instanceof kind,
    );
    if (!isKnown) throw error;
    // The message for callers says to run the doctor; here it runs already.
    const { cause, message } = error as Error;
    return { line: `${what}: ${cause instanceof Error ? cause.message : message}`, works: false };
  }
}

const shown = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, maxShown);

/** Each language model once, with the levels that it serves. */
function languageTrials(settings: ModelSettings): Trial[] {
  const models = composeLanguageModels(settings);
  if (!models || !settings.language) return [];
  const { default: _default, ...levels } = settings.language satisfies LanguageSettings;
  const served = new Map<string, ThinkingLevel[]>();
  for (const [level, model] of Object.entries(levels) as [ThinkingLevel, LanguageSettings["fast"]][]) {
    const name = describeModel(model);
    served.set(name, [...(served.get(name) ?? []), level]);
  }
  return [...served].map(([name, serves]) => ({
    what: `language ${name}${serves.length === 4 ? "" : ` (${serves.join(", ")})`}`,
    call: async () => {
      const prompt = { instructions: "Answer with the number alone.", text: "What is one and one?" };
      let text = "";
      for await (const piece of models[serves[0] ?? "accurate"].write(prompt, never))
        if (piece.type !== "usage") text = piece.type === "text" ? text + piece.text : "";
      return `one and one: "${shown(text)}"`;
    },
  }));
}

function searchTrials(
  { embedding, reranking }: ModelSettings,
  { embedder, reranker }: SearchModels,
): Trial[] {
  const trials: Trial[] = [];
  if (embedder && embedding)
    trials.push({
      what: `embedding ${describeModel(embedding)}`,
      call: async () => {
        const { vectors } = await embedder.embed(["A lighthouse."], "passage", never);
        return `a vector of ${vectors[0]?.length} dimensions`;
      },
    });
  if (reranker && reranking)
    trials.push({
      what: `reranking ${describeModel(reranking)}`,
      call: async () => {
        const texts = ["A lighthouse warns ships.", "A recipe for soup."];
        const [right = 0, wrong = 0] = (await reranker.rerank("lighthouse", texts, never)).scores;
        return right > wrong
          ? "put the right text first"
          : "but put the wrong text first: is it a model for reranking?";
      },
    });
  return trials;
}

function judgeTrials({ judging }: ModelSettings, opened: OpenedJudge | undefined): Trial[] {
  if (!judging || !opened) return [];
  return [
    {
      what: `judging ${judging === "language" ? "by the language model" : describeModel(judging)}`,
      call: async () => {
        const evidence = ["The ferry to the island leaves at nine in the morning."];
        const right = await opened.judge("The island's ferry leaves in the morning.", evidence, never);
        const wrong = await opened.judge("The island's ferry never leaves in the morning.", evidence, never);
        const isFit = right.opinion !== "contradicted" && wrong.opinion !== "supported";
        return `a paraphrase is ${right.opinion}, a denial ${wrong.opinion}${isFit ? "" : ": is it fit to judge?"}`;
      },
    },
  ];
}

function documentTrials(settings: ModelSettings): Trial[] {
  const { vision, transcriber } = composeDocumentModels(settings);
  const trials: Trial[] = [];
  if (vision && settings.vision)
    trials.push({
      what: `vision ${describeModel(settings.vision)}`,
      call: async () => `of a square: "${shown(await vision.describeFigure(square, { signal: never }))}"`,
    });
  if (transcriber && settings.transcription)
    trials.push({
      what: `transcription ${describeModel(settings.transcription)}`,
      call: async () => {
        const { segments } = await transcriber.transcribe(silence(1), { signal: never });
        return segments.length === 0 ? "of silence: nothing" : "of silence: some words";
      },
    });
  return trials;
}
