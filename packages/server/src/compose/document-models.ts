import type { Transcriber, Vision } from "@headwater/reader";
import { createAiTranscriber } from "../adapters/ai-sdk/ai-transcriber.ts";
import { createAiVision } from "../adapters/ai-sdk/ai-vision.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import type { ModelSettings } from "../models/configured-models.ts";
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
    ...(vision && { vision: observeVision(createAiVision(vision, rules), observe) }),
    ...(transcription && {
      transcriber: observeTranscriber(createAiTranscriber(transcription, rules), observe),
    }),
  };
}

/** Their ports say nothing of tokens. */
const uncounted = () => noTokens;

const observeVision = (model: Vision, observe: Observe): Vision => ({
  ...model,
  readPage: (page, options) =>
    observed("vision", options.signal, observe, () => model.readPage(page, options), uncounted),
  describeFigure: (figure, options) =>
    observed("vision", options.signal, observe, () => model.describeFigure(figure, options), uncounted),
  annotatePage: (text, options) =>
    observed("vision", options.signal, observe, () => model.annotatePage(text, options), uncounted),
});

const observeTranscriber = (model: Transcriber, observe: Observe): Transcriber => ({
  ...model,
  transcribe: (wav, options) =>
    observed("transcription", options.signal, observe, () => model.transcribe(wav, options), uncounted),
});
