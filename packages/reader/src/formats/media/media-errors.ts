import { ParseError } from "../../parse-error.ts";
import type { AudioTrack, MediaFacts } from "./probe-media.ts";

/** Why a recording gives nothing to read, for the person who brought it. */
export const mediaErrors = {
  empty: () => new ParseError("This file is empty. Upload it again."),
  notMedia: (extension: string) =>
    new ParseError(
      `This file is not a recording, though its name ends with .${extension}. Check that it is the right file.`,
    ),
  playlist: () =>
    new ParseError("This file is a playlist: it only names recordings. Upload the recordings themselves."),
  damaged: () =>
    new ParseError(
      "This recording is damaged or cut short: it can't be opened. Check that it plays, save it again and upload it again.",
    ),
  protected: () =>
    new ParseError("The sound of this recording is encrypted (DRM). Upload a copy without the protection."),
  noSound: ({ subtitles }: MediaFacts) =>
    new ParseError(
      `This recording has no sound, and ${withoutText(subtitles)}: there is nothing to read in it.`,
    ),
  noTranscriber: ({ subtitles }: MediaFacts) =>
    new ParseError(
      `The speech of this recording can't be turned into text: nothing is set up for it, and ${withoutText(subtitles)}. Ask the operator of this service to set HEADWATER_TRANSCRIPTION_MODEL.`,
    ),
  undecodable: ({ codec }: AudioTrack) =>
    new ParseError(
      `None of this recording's sound could be decoded (${codec}): it is damaged, or in a form that the installed FFmpeg does not know.`,
    ),
  silent: () => new ParseError("This recording is silent from its beginning to its end."),
  noSpeech: (transcriber: string) =>
    new ParseError(`No speech was heard in this recording (by ${transcriber}).`),
};

const withoutText = (subtitles: MediaFacts["subtitles"]): string =>
  subtitles.some(({ isText }) => !isText) ? "its subtitles are pictures" : "it has no subtitles";
