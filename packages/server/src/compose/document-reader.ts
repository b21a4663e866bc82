import {
  createCommandTranscriber,
  createDocumentReader,
  type OcrOptions,
  type ReadDocument,
  type ReadingLimits,
  type Sandbox,
} from "@headwater/reader";
import type { MediaSettings } from "../config.ts";
import { type Observe, observeNothing } from "../kernel/observe.ts";
import type { ModelSettings } from "../models/configured-models.ts";
import { composeDocumentModels } from "./document-models.ts";

/** How documents are read: plain data, so that it can be given to a thread. */
export type ReadingSettings = {
  ocr: OcrOptions;
  reading: ReadingLimits;
  media: MediaSettings;
  models: ModelSettings;
  /** What keeps the programs of the reader apart from the machine. */
  sandbox: Sandbox;
};

/** The reader with its programs and models, for the threads of the service and for `headwater read`. */
export function composeDocumentReader(
  { ocr, reading, media, models, sandbox }: ReadingSettings,
  observe: Observe = observeNothing,
): ReadDocument {
  const { transcriptionCommand: command, ffmpeg } = media;
  return createDocumentReader({
    ocr,
    limits: reading,
    ffmpeg,
    sandbox,
    transcriber: command && createCommandTranscriber(command, sandbox),
    // A model hears better than most programs: where both are set, it wins.
    ...composeDocumentModels(models, observe),
  });
}
