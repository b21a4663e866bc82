import { ParseError } from "../../parse-error.ts";
import type { Cue } from "../../transcription/cue.ts";
import { type Transcriber, TranscriptionError } from "../../transcription/transcribe.ts";
import { clockTime } from "./clock-time.ts";
import { cutAtSilences } from "./cut-at-silences.ts";
import { toWav } from "./wav.ts";

export type Heard = {
  cues: Cue[];
  language: string | null;
  /** Seconds of sound that were decoded. */
  decoded: number;
  /** Nothing in it can be heard. */
  isSilent: boolean;
};

/** Longer recordings take more than a day to hear. */
export const maxHours = 12;

const beatMs = 1_000;

/**
 * Transcribes a recording piece by piece. Silent pieces are not sent: models hear words in them. `onHeard` is called at
 * least once a second, with the seconds that are done.
 */
export async function transcribeRecording(
  samples: AsyncIterable<Uint8Array>,
  transcriber: Transcriber,
  given: { language: string | null; signal: AbortSignal; onHeard: (seconds: number) => void },
): Promise<Heard> {
  const heard: Heard = { cues: [], language: given.language, decoded: 0, isSilent: true };
  for await (const piece of cutAtSilences(samples, transcriber.maxSeconds)) {
    if (piece.endSeconds > maxHours * 3600) throw tooLong();
    if (!piece.isSilent) {
      heard.isSilent = false;
      const options = {
        signal: given.signal,
        ...(heard.language === null ? {} : { language: heard.language }),
      };
      const { segments, language } = await beating(
        () => given.onHeard(heard.decoded),
        explained(transcriber.transcribe(toWav(piece.samples), options), piece.startSeconds),
      );
      heard.language ??= language;
      for (const { text, startSeconds, endSeconds } of segments) {
        const [start, end] = [startSeconds, endSeconds].map((at) =>
          Math.min(piece.startSeconds + at, piece.endSeconds),
        ) as [number, number];
        if (text.trim() !== "") heard.cues.push({ start, end, text: text.trim() });
      }
    }
    heard.decoded = piece.endSeconds;
    given.onHeard(heard.decoded);
  }
  return heard;
}

export const tooLong = () =>
  new ParseError(`This recording is longer than ${maxHours} hours. Cut it into parts and upload them.`);

/** Says that work goes on while there is nothing to say of how far it is. */
async function beating<T>(beat: () => void, work: Promise<T>): Promise<T> {
  let fail: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const timer = setInterval(() => {
    try {
      beat();
    } catch (reason) {
      fail(reason);
    }
  }, beatMs);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    clearInterval(timer);
  }
}

const explained = <T>(work: Promise<T>, from: number): Promise<T> =>
  work.catch((cause: unknown) => {
    if (!(cause instanceof TranscriptionError)) throw cause;
    throw new ParseError(
      `The speech from ${clockTime(from)} on could not be turned into text: ${cause.message}`,
      {
        cause,
      },
    );
  });
