import { ParseError } from "../../parse-error.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { languageOf } from "./language-of.ts";

export type AudioTrack = {
  index: number;
  codec: string;
  language: string | null;
  /** Null when the container does not say; the picture may go on after the sound. */
  duration: number | null;
};
export type SubtitleTrack = {
  index: number;
  /** False for subtitles that are pictures. */
  isText: boolean;
  language: string | null;
  /** Only what is foreign in the film, such as signs. */
  isForced: boolean;
};
export type Chapter = { start: number; end: number; title: string };

/** What a recording says of itself. Times are seconds. */
export type MediaFacts = {
  title: string | null;
  /** Null when the container does not say. */
  duration: number | null;
  /** The one that players choose. */
  audio: AudioTrack | null;
  picture: { width: number; height: number } | null;
  subtitles: SubtitleTrack[];
  chapters: Chapter[];
};

const maxOutputBytes = 8_000_000;
const maxChapters = 2_000;
const maxTitleLength = 500;

type Tags = Record<string, unknown>;
type Stream = {
  index?: unknown;
  codec_type?: unknown;
  codec_name?: unknown;
  codec_tag_string?: unknown;
  width?: unknown;
  height?: unknown;
  tags?: Tags;
  disposition?: Record<string, unknown>;
  duration?: unknown;
};
type Told = {
  streams?: Stream[];
  format?: { duration?: unknown; tags?: Tags };
  chapters?: { start_time?: unknown; end_time?: unknown; tags?: Tags }[];
};

/** Reads them with ffprobe. Null when ffprobe makes nothing of the file. */
export async function probeMedia(ffmpeg: Ffmpeg): Promise<MediaFacts | null> {
  const shown = ["-show_format", "-show_streams", "-show_chapters", "-of", "json"];
  const { outcome, code, output, isCut } = await ffmpeg.probe(shown, maxOutputBytes);
  if (outcome === "too-slow" || isCut)
    throw new ParseError("FFmpeg could not find its way through this file. Convert it with another program.");
  if (code !== 0) return null;
  const { streams = [], format = {}, chapters = [] } = JSON.parse(output.toString("utf8")) as Told;
  return {
    title: textOf(format.tags, "title"),
    duration: positive(format.duration),
    audio: audioOf(streams, positive(format.duration)),
    picture: pictureOf(streams),
    subtitles: streams.filter(({ codec_type }) => codec_type === "subtitle").map(subtitleOf),
    chapters: chapters.slice(0, maxChapters).flatMap(({ start_time, end_time, tags }) => {
      const title = textOf(tags, "title");
      const [start, end] = [Number(start_time), Number(end_time)];
      return title === null || !(start >= 0) || !(end >= start) ? [] : [{ start, end, title }];
    }),
  };
}

function audioOf(streams: Stream[], whole: number | null): AudioTrack | null {
  const tracks = streams.filter(({ codec_type }) => codec_type === "audio");
  const track = tracks.find(({ disposition }) => disposition?.default === 1) ?? tracks[0];
  return track
    ? {
        index: Number(track.index),
        codec: String(track.codec_name ?? track.codec_tag_string ?? "unknown"),
        language: languageOf(track.tags?.language),
        duration: lengthOf(track) ?? (pictureOf(streams) ? null : whole),
      }
    : null;
}

/** Matroska writes it as `00:00:11.250000000` in a tag. */
function lengthOf({ duration, tags }: Stream): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):(\d+\.?\d*)$/.exec(textOf(tags, "duration") ?? "") ?? [];
  if (seconds !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return positive(duration);
}

/** A cover is a picture too, but no video. */
function pictureOf(streams: Stream[]): MediaFacts["picture"] {
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === "video" && disposition?.attached_pic !== 1,
  );
  const [width, height] = [Number(video?.width), Number(video?.height)];
  return width > 0 && height > 0 ? { width, height } : null;
}

const textual = /^(?:mov_text|subrip|srt|ass|ssa|webvtt|text|ttml|eia_608|microdvd|subviewer1?)$/;

const subtitleOf = ({ index, codec_name, tags, disposition }: Stream): SubtitleTrack => ({
  index: Number(index),
  isText: textual.test(String(codec_name)),
  language: languageOf(tags?.language),
  isForced: disposition?.forced === 1,
});

/** Names of tags are written in small or capital letters, as the container has them. */
function textOf(tags: Tags | undefined, name: string): string | null {
  const value = Object.entries(tags ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim().normalize("NFC") : "";
  return text === "" ? null : text.slice(0, maxTitleLength);
}

const positive = (value: unknown): number | null => (Number(value) > 0 ? Number(value) : null);
