import type { Cue } from "../../transcription/cue.ts";
import { readTimedText } from "../../transcription/timed-text.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { mayBeSameLanguage } from "./language-of.ts";
import type { MediaFacts, SubtitleTrack } from "./probe-media.ts";

export type Subtitles = {
  cues: Cue[];
  language: string | null;
  /** Whether they may be the words that are said: not a translation, and not only signs. */
  isOfTheSpoken: boolean;
};

const maxOutputBytes = 20_000_000;
/** A film with fewer words than this share of its time has subtitles for signs and songs only. */
const minShare = 0.1;

/** The subtitles that are nearest to what is said; null when the recording has none that are text. */
export async function readSubtitles(
  ffmpeg: Ffmpeg,
  { subtitles, audio, duration }: MediaFacts,
): Promise<Subtitles | null> {
  const spoken = audio?.language ?? null;
  const isWhole = (track: SubtitleTrack) => !track.isForced && mayBeSameLanguage(track.language, spoken);
  const tracks = subtitles.filter(({ isText }) => isText);
  for (const track of [...tracks.filter(isWhole), ...tracks.filter((track) => !isWhole(track))]) {
    const map = ["-map", `0:${track.index}`, "-f", "webvtt", "pipe:1"];
    const { output, isCut } = await ffmpeg.convert(map, maxOutputBytes);
    const cues = readTimedText(output.toString("utf8"));
    // No film has 20 MB of words: it is not a text, and the beginning of it would pass for the whole.
    if (cues.length === 0 || isCut) continue;
    const shown = cues.reduce((sum, { start, end }) => sum + end - start, 0);
    const isOfTheSpoken = isWhole(track) && shown >= minShare * (duration ?? 0);
    return { cues, language: track.language, isOfTheSpoken };
  }
  return null;
}
