import type { Transcriber, Vision } from "@headwater/reader";
import { createAiTranscriber } from "../adapters/ai-sdk/ai-transcriber.ts";
import { createAiVision } from "../adapters/ai-sdk/ai-vision.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import type { ModelSettings } from "../models/configured-models.ts";

/** The models that help to read documents, for the threads that read and for `doctor`. Absent where none is set. */
export const composeDocumentModels = (
  { vision, transcription, ...rules }: ModelSettings,
  observe: Observe = observeNothing,
): {
  vision?: Vision;
  transcriber?: Transcriber;
} => ({
  ...(vision && { vision: createAiVision(vision, { ...rules, observe }) }),
  ...(transcription && { transcriber: createAiTranscriber(transcription, { ...rules, observe }) }),
});
