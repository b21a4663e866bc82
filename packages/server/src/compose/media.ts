import { createCommandTranscriber, type ReaderOptions } from "@headwater/reader";
import type { MediaSettings } from "../config.ts";

/** What the reader of audio and video works with. */
export const composeMedia = (settings?: MediaSettings): Pick<ReaderOptions, "ffmpeg" | "transcriber"> => ({
  ffmpeg: settings?.ffmpeg,
  transcriber: settings?.transcriptionCommand && createCommandTranscriber(settings.transcriptionCommand),
});
