import type { Transcriber, Vision } from "@headwater/reader";
import { createAiTranscriber } from "../adapters/ai-sdk/ai-transcriber.ts";
import { createAiVision } from "../adapters/ai-sdk/ai-vision.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import type { ConfiguredModel, ModelSettings } from "../models/configured-models.ts";
import { observed } from "../models/observe-models.ts";
import { noTokens } from "../models/usage.ts";

/** The models that help to read documents, for the threads that read and for `doctor`. Absent where none is set. */
export function composeDocumentModels(
  { vision, transcription, ...rules }: ModelSettings,
  observe: Observe = observeNothing,
): {
  vision?: Vision;
  transcriber?: Transcriber;
} {
  return {
    ...(vision && { vision: observeVision(createAiVision(vision, rules), observe, nameOf(vision)) }),
    ...(transcription && {
      transcriber: observeTranscriber(
        createAiTranscriber(transcription, rules),
        observe,
        nameOf(transcription),
      ),
    }),
  };
}

/** Their ports say nothing of tokens. */
const uncounted = () => noTokens;

const nameOf = ({ provider, model }: ConfiguredModel): string => `${provider}:${model}`;

const observeVision = (vision: Vision, observe: Observe, model: string): Vision => {
  const called = <Answer>(signal: AbortSignal, call: () => Promise<Answer>) =>
    observed({ purpose: "vision", model }, signal, observe, call, uncounted);
  return {
    ...vision,
    readPage: (page, options) => called(options.signal, () => vision.readPage(page, options)),
    describeFigure: (figure, options) => called(options.signal, () => vision.describeFigure(figure, options)),
    annotatePage: (text, options) => called(options.signal, () => vision.annotatePage(text, options)),
  };
};

const observeTranscriber = (transcriber: Transcriber, observe: Observe, model: string): Transcriber => ({
  ...transcriber,
  transcribe: (wav, options) =>
    observed(
      { purpose: "transcription", model },
      options.signal,
      observe,
      () => transcriber.transcribe(wav, options),
      uncounted,
    ),
});
