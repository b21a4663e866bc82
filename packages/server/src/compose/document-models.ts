import type { Transcriber, Vision } from "@headwater/reader";
import { createAiTranscriber } from "../adapters/ai-sdk/ai-transcriber.ts";
import { createAiVision } from "../adapters/ai-sdk/ai-vision.ts";
import type { ModelSettings } from "../models/configured-models.ts";

/** The models that help to read documents, for the threads that read and for `doctor`. Absent where none is set. */
export function composeDocumentModels({ vision, transcription, ...rules }: ModelSettings): {
  vision?: Vision;
  transcriber?: Transcriber;
} {
  return {
    ...(vision && { vision: createAiVision(vision, rules) }),
    ...(transcription && { transcriber: createAiTranscriber(transcription, rules) }),
  };
}
