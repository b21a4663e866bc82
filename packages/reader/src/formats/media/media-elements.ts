import type { ParsedElement } from "../../element.ts";
import type { Cue } from "../../transcription/cue.ts";
import { passagesOf } from "../../transcription/passages.ts";
import type { Chapter, MediaFacts } from "./probe-media.ts";

export type Words = {
  cues: Cue[];
  language: string | null;
} & ({ source: "subtitles" } | { source: "speech"; transcriber: string });

/**
 * The title of the recording, its chapters, and under each the passages that are said in it. Passages end where a chapter
 * does.
 */
export function mediaElements(
  { title, duration, picture, chapters }: MediaFacts,
  words: Words | null,
): ParsedElement[] {
  const facts = {
    ...(duration === null ? {} : { duration_seconds: rounded(duration) }),
    ...(picture === null ? {} : { video_width: picture.width, video_height: picture.height }),
  };
  const heading = (text: string, level: number, metadata: Record<string, unknown>): ParsedElement => ({
    type: "Title",
    text,
    markdown: `${"#".repeat(level)} ${text}`,
    level,
    pageNumber: 1,
    metadata: { ...metadata, ...facts },
  });
  const passages = (cues: readonly Cue[], chapter?: Chapter): ParsedElement[] =>
    passagesOf(cues).map(({ start, end, text }) => ({
      type: "NarrativeText",
      text: text.normalize("NFC"),
      pageNumber: 1,
      metadata: {
        ...momentOf(start, end),
        ...(words ? { text_source: words.source } : {}),
        ...(words?.source === "speech" ? { transcriber: words.transcriber } : {}),
        ...(words?.language ? { languages: [words.language] } : {}),
        ...(chapter ? { chapter: chapter.title } : {}),
        ...facts,
      },
    }));

  const ordered = [...chapters].sort((a, b) => a.start - b.start);
  const cues = words?.cues ?? [];
  const before = cues.filter(({ start }) => start < (ordered[0]?.start ?? Number.POSITIVE_INFINITY));
  return [
    ...(title === null ? [] : [heading(title, 1, {})]),
    ...passages(before),
    ...ordered.flatMap((chapter, index) => {
      const next = ordered[index + 1]?.start ?? Number.POSITIVE_INFINITY;
      const said = cues.filter(({ start }) => start >= chapter.start && start < next);
      const moment = momentOf(chapter.start, chapter.end);
      return [heading(chapter.title, 2, { kind: "chapter", ...moment }), ...passages(said, chapter)];
    }),
  ];
}

const momentOf = (start: number, end: number) => ({
  start_seconds: rounded(start),
  end_seconds: rounded(end),
});

/** To a hundredth of a second. */
const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;
