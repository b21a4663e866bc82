import { ParseError } from "../../parse-error.ts";
import { type Ffmpeg, refuseMissing } from "./ffmpeg.ts";
import type { AudioTrack } from "./probe-media.ts";
import { sampleRate } from "./wav.ts";

/** Nothing decodes so slowly that a second of sound takes this long. */
const stallMs = 60_000;

/** Silence where the sound begins late or has a gap, so that the number of samples gives the time. */
const gaps = ["-af", "aresample=async=1:first_pts=0"];

/** The sound as samples of 16 bits, 16 kHz, mono. ffmpeg waits until they are read. */
export async function* decodeAudio(ffmpeg: Ffmpeg, track: AudioTrack): AsyncGenerator<Uint8Array> {
  const sound = [
    "-map",
    `0:${track.index}`,
    "-vn",
    "-sn",
    "-dn",
    "-ac",
    "1",
    "-ar",
    String(sampleRate),
    ...gaps,
  ];
  const running = ffmpeg.stream([...sound, "-f", "s16le", "pipe:1"]);
  let stalled = false;
  const stall = () => {
    stalled = true;
    running.stop();
  };
  let watch = setTimeout(stall, stallMs);
  try {
    for await (const samples of running.output) {
      clearTimeout(watch);
      yield samples as Buffer;
      watch = setTimeout(stall, stallMs);
    }
  } catch (error) {
    if (!stalled) throw error;
    throw new ParseError("FFmpeg came to a halt in the sound of this file. Convert it with another program.");
  } finally {
    clearTimeout(watch);
    if (!running.output.readableEnded) running.stop();
    // An aborted program has its reason elsewhere; this waits until it is gone.
    await running.ended;
  }
  refuseMissing(await running.ended, ffmpeg.command);
}
