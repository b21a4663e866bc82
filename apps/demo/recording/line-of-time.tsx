"use client";

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useMemo } from "react";
import type { CitedPlace } from "./cited-places.ts";
import { clockTime, spokenTime } from "./clock.ts";
import { clearance, placedAt, ticksOf, untilNext } from "./line-marks.ts";
import { common, type Segment, saidStretches } from "./segments.ts";
import { TimeLink } from "./time-link.tsx";
import type { Playback } from "./use-playback.ts";

type Properties = {
  segments: readonly Segment[];
  cited: readonly CitedPlace[];
  duration: number;
  /** Undefined for a recording that is not played here. */
  playback: Playback | undefined;
  addressOf(segment: Segment): string | undefined;
  /** Undefined for a recording that is elsewhere. */
  onPlay: ((segment: Segment) => void) | undefined;
};

/** The recording as a hairline: its chapters, pauses, what was heard, what answers cite, and the second it is at. */
export function LineOfTime({ segments, cited, duration, playback, addressOf, onPlay }: Properties) {
  const stretches = useMemo(() => saidStretches(segments, duration), [segments, duration]);
  const chapters = untilNext(segments.filter(isTimedChapter), duration);
  const places = segments.filter(
    (segment): segment is Timed =>
      segment.start !== undefined && cited.some(({ elementId }) => elementId === segment.id),
  );
  const second = playback ? Math.min(playback.second, duration) : -1;
  const heard = playback ? common(stretches, playback.heard) : [];
  return (
    <>
      <div className={chapters.length > 0 ? "time" : "time plain"}>
        {stretches.map((stretch) => (
          <span key={stretch.start} className="on" style={placedAt(stretch, duration)} />
        ))}
        {heard.map((stretch) => (
          <span key={stretch.start} className="played" style={placedAt(stretch, duration)} />
        ))}
        {places.map((segment) => (
          <span key={segment.id} className="said" style={placedAt(segment, duration)} />
        ))}
        {playback ? <Grip duration={duration} onSeek={playback.seek} /> : null}
        {chapters.map((chapter) => (
          <TimeLink
            key={chapter.id}
            className="ch clip"
            style={placedAt(chapter, duration)}
            segment={chapter}
            address={addressOf(chapter)}
            onPlay={onPlay}
          >
            {chapter.element.text}
          </TimeLink>
        ))}
        {second >= 0 && second < duration * clearance ? null : (
          <span className="at first" style={at("0%")}>
            0:00
          </span>
        )}
        {ticksOf(duration, second).map((tick) => (
          <span key={tick} className="at onlywide" style={placedAt({ start: tick }, duration)}>
            {clockTime(tick)}
          </span>
        ))}
        {second > duration * (1 - clearance) ? null : (
          <span className="at last" style={at("100%")}>
            {clockTime(duration)}
          </span>
        )}
        {playback ? <Upright second={second} duration={duration} onSeek={playback.seek} /> : null}
      </div>
      <p className="origin">
        {[
          stretches.length > 1 ? "Gaps in the line are pauses" : "",
          places.length > 0 ? "yellow is what answers have cited" : "",
        ]
          .filter((part) => part !== "")
          .join("; ")
          .replace(/^.+$/, (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`)}
      </p>
    </>
  );
}

type Timed = Segment & { start: number };

const isTimedChapter = (segment: Segment): segment is Timed =>
  segment.isChapter && segment.start !== undefined;

const at = (left: string) => ({ "--at": left }) as CSSProperties;

/** Takes the pointer along the whole line: a press goes there, and dragging goes along. */
function Grip({ duration, onSeek }: { duration: number; onSeek(second: number): void }) {
  const seek = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(duration * Math.max(0, Math.min(1, (clientX - left) / width)));
  };
  return (
    <span
      className="grip"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
      }}
    />
  );
}

/** Seconds that a key moves by. */
const steps: Record<string, number> = {
  ArrowRight: 10,
  ArrowUp: 10,
  ArrowLeft: -10,
  ArrowDown: -10,
  PageUp: 60,
  PageDown: -60,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type UprightProperties = { second: number; duration: number; onSeek(second: number): void };

/** The second that is heard. Arrow keys move it. */
function Upright({ second, duration, onSeek }: UprightProperties) {
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onSeek(Math.max(0, Math.min(duration, second + step)));
  };
  return (
    <span
      className="sec"
      role="slider"
      tabIndex={0}
      aria-label="Second"
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={Math.floor(second)}
      aria-valuetext={spokenTime(second)}
      style={placedAt({ start: second }, duration)}
      onKeyDown={move}
    >
      <b>{clockTime(second)}</b>
    </span>
  );
}
