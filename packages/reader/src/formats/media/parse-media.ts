import type { ParseContext, ParsedDocument, Parser } from "../../parser.ts";
import { type BytesFile, withBytesAsFile } from "../../process/bytes-as-file.ts";
import { noSandbox, type Sandbox } from "../../process/sandbox.ts";
import type { Transcriber } from "../../transcription/transcribe.ts";
import { clockTime } from "./clock-time.ts";
import { decodeAudio } from "./decode-audio.ts";
import { createFfmpeg, type Ffmpeg } from "./ffmpeg.ts";
import { isProtected } from "./is-protected.ts";
import { languageName } from "./language-of.ts";
import { mediaElements, type Words } from "./media-elements.ts";
import { mediaErrors } from "./media-errors.ts";
import { type MediaFacts, probeMedia } from "./probe-media.ts";
import { readSubtitles, type Subtitles } from "./read-subtitles.ts";
import { refuseOtherFiles } from "./refuse-other-files.ts";
import { maxHours, tooLong, transcribeRecording } from "./transcribe-recording.ts";

export type MediaOptions = {
  /** The ffmpeg program: its name on the path, or its full path. Default `ffmpeg`. */
  ffmpeg?: string | undefined;
  /** What keeps programs apart from the machine. Default: nothing. */
  sandbox?: Sandbox | undefined;
  /** Turns speech into text. Without one, subtitles and chapters are read. */
  transcriber?: Transcriber | undefined;
};

/** A file that lacks more than this share of the sound that it names, and more than a second, was cut short. */
const maxMissingShare = 0.05;

/**
 * Creates the parser for audio and video. Every method reads them alike: subtitles in the spoken language are preferred to
 * a transcriber, and a transcriber to translated subtitles.
 */
export function createMediaParser({
  ffmpeg: command = "ffmpeg",
  sandbox = noSandbox,
  transcriber,
}: MediaOptions): Parser {
  return async ({ bytes, extension }, context) => {
    refuseOtherFiles(bytes, extension);
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, ...(context.signal ? [context.signal] : [])]);
    const read = async (file: BytesFile) => {
      const ffmpeg = createFfmpeg(file, { command, sandbox, signal });
      const facts = await probeMedia(ffmpeg);
      if (!facts) throw mediaErrors.damaged();
      return readRecording(ffmpeg, facts, transcriber, {
        ...context,
        signal,
        isProtected: isProtected(bytes),
      });
    };
    try {
      return await withBytesAsFile(bytes, read, { owner: sandbox.user });
    } finally {
      // Nothing that was started outlives this, whatever was thrown.
      abort.abort();
    }
  };
}

type Context = ParseContext & { signal: AbortSignal; isProtected: boolean };

async function readRecording(
  ffmpeg: Ffmpeg,
  facts: MediaFacts,
  transcriber: Transcriber | undefined,
  context: Context,
): Promise<ParsedDocument> {
  if ((facts.duration ?? 0) > maxHours * 3600) throw tooLong();
  const subtitles = await readSubtitles(ffmpeg, facts);
  if (subtitles && (subtitles.isOfTheSpoken || !transcriber || !facts.audio))
    return documentOf(facts, { ...subtitles, source: "subtitles" }, subtitlesMessage(subtitles, transcriber));
  if (context.isProtected) throw mediaErrors.protected();
  if (transcriber && facts.audio) return hear(ffmpeg, facts, transcriber, context);
  if (facts.chapters.length > 0)
    return documentOf(
      facts,
      null,
      facts.audio ? onlyChapters : "Only its chapters were read: it has no sound",
    );
  if (!facts.audio) throw mediaErrors.noSound(facts);
  throw mediaErrors.noTranscriber(facts);
}

async function hear(
  ffmpeg: Ffmpeg,
  facts: MediaFacts,
  transcriber: Transcriber,
  { signal, onProgress }: Context,
): Promise<ParsedDocument> {
  const { audio, duration } = facts;
  if (!audio) throw mediaErrors.noSound(facts);
  const { cues, language, decoded, isSilent } = await transcribeRecording(
    decodeAudio(ffmpeg, audio),
    transcriber,
    {
      language: audio.language,
      signal,
      onHeard: (seconds) => {
        const total = Math.ceil(Math.max(duration ?? 0, seconds));
        onProgress({ done: Math.floor(seconds), total, unit: "seconds" });
      },
    },
  );
  signal.throwIfAborted();
  if (decoded === 0) throw mediaErrors.undecodable(audio);
  const known = { ...facts, duration: duration ?? decoded };
  if (cues.length === 0) {
    if (facts.chapters.length === 0)
      throw isSilent ? mediaErrors.silent() : mediaErrors.noSpeech(transcriber.name);
    return documentOf(known, null, "Only its chapters were read: no speech was heard");
  }
  const words: Words = { cues, language, source: "speech", transcriber: transcriber.name };
  return documentOf(known, words, cutShort(decoded, audio.duration));
}

const documentOf = (facts: MediaFacts, words: Words | null, message: string | null): ParsedDocument => ({
  elements: mediaElements(facts, words),
  totalPages: 1,
  failedPages: [],
  message,
});

const onlyChapters =
  "Only its chapters were read: nothing is set up to turn speech into text (HEADWATER_TRANSCRIPTION_MODEL)";

function subtitlesMessage(
  { language, isOfTheSpoken }: Subtitles,
  transcriber: Transcriber | undefined,
): string {
  const which = language === null ? "subtitles" : `${languageName(language)} subtitles`;
  if (isOfTheSpoken) return `The text is that of its ${which}`;
  const reason = transcriber ? "it has no sound" : "nothing is set up to turn its speech into text";
  return `The text is that of its ${which}, which may not be all that is said: ${reason}`;
}

function cutShort(decoded: number, duration: number | null): string | null {
  if (duration === null || duration - decoded <= Math.max(1, duration * maxMissingShare)) return null;
  return `Only the first ${clockTime(decoded)} of ${clockTime(duration)} could be decoded: the file is damaged or cut short`;
}
