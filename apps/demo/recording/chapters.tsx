"use client";

import { clockTime } from "./clock.ts";
import type { Segment } from "./segments.ts";
import { TimeLink } from "./time-link.tsx";

type Properties = {
  segments: readonly Segment[];
  /** Whether the chapters are the file's own. */
  isOfFile: boolean;
  /** The second that is heard, if the recording is played here. */
  second: number | undefined;
  addressOf(segment: Segment): string | undefined;
  onPlay: ((segment: Segment) => void) | undefined;
};

/** The chapters in the margin. Each plays from its beginning. */
export function Chapters({ segments, isOfFile, second, addressOf, onPlay }: Properties) {
  const chapters = segments.filter(
    (segment): segment is Segment & { start: number } => segment.isChapter && segment.start !== undefined,
  );
  if (chapters.length === 0) return null;
  const current = second === undefined ? undefined : chapters.findLast(({ start }) => start <= second);
  return (
    <nav className="outline" aria-label="Chapters">
      <div>
        <p className="label">{isOfFile ? "Chapters, from the file" : "Chapters"}</p>
        <ol>
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              <TimeLink
                className="wide columns"
                segment={chapter}
                address={addressOf(chapter)}
                onPlay={onPlay}
                isCurrent={chapter === current}
              >
                <span>{clockTime(chapter.start)}</span>
                <bdi>{chapter.element.text}</bdi>
              </TimeLink>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
