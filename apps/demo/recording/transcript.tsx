"use client";

import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { elementsWith } from "../document/find.ts";
import { useInView } from "../document/use-in-view.ts";
import { counted } from "../sources/sizes.ts";
import type { CitedPlace } from "./cited-places.ts";
import { SegmentEntry } from "./segment-entry.tsx";
import type { Segment } from "./segments.ts";
import { transcriptOrigin } from "./transcript-origin.ts";
import { useFollowing } from "./use-following.ts";

type Properties = {
  fileId: string;
  segments: readonly Segment[];
  cited: readonly CitedPlace[];
  /** The segment that is heard. */
  nowId: string | undefined;
  chosenId: string | undefined;
  isPlaying: boolean;
  /** Whether the recording is played here. */
  canPlay: boolean;
  addressOf(segment: Segment): string | undefined;
  onPlay(segment: Segment): void;
  onPause(): void;
  isComplete: boolean;
  /** What is above the text. */
  notes: ReactNode;
  /** Shown in place of the text while there is none. */
  trouble: ReactNode;
};

/** What is said, passage by passage, with times in the margin that play from there. */
export function Transcript(properties: Properties) {
  const { fileId, segments, cited, nowId, chosenId, isPlaying, canPlay, isComplete } = properties;
  const { addressOf, onPlay, onPause, notes, trouble } = properties;
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const isSearch = words.trim() !== "";
  const found = isSearch
    ? new Set(
        elementsWith(
          segments.map(({ element }) => element),
          words,
        ),
      )
    : undefined;
  const shown = found ? segments.filter(({ element }) => found.has(element)) : segments;
  const list = useRef<HTMLDivElement>(null);
  useInView(list, shown.some(({ id }) => id === chosenId) ? chosenId : undefined, String(isSearch));
  useFollowing(list, isPlaying && !isSearch ? nowId : undefined);
  const origin = transcriptOrigin(segments.map(({ element }) => element));
  return (
    <section className="reader" id="elements" aria-label="Transcript">
      <div className="pgh columns lead1">
        <input
          className="field find"
          type="search"
          placeholder="Find"
          aria-label="Find in the transcript"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span role={isSearch ? "status" : undefined}>
          {isSearch && isComplete ? findsInWords(shown.length) : origin}
        </span>
      </div>
      {isSearch ? null : notes}
      <div ref={list}>
        {shown.map((segment, index) => (
          <SegmentEntry
            key={segment.id}
            fileId={fileId}
            segment={segment}
            isFirst={index === 0}
            isNow={segment.id === nowId}
            isChosen={segment.id === chosenId}
            isPlaying={isPlaying && segment.id === nowId}
            canPlay={canPlay}
            quote={cited.find(({ elementId }) => elementId === segment.id)?.quote}
            words={words}
            address={addressOf(segment)}
            onPlay={onPlay}
            onPause={onPause}
          />
        ))}
      </div>
      {trouble}
      {isComplete && segments.length === 0 ? <p className="none">No words were found in it.</p> : null}
    </section>
  );
}

const findsInWords = (count: number) =>
  count === 0
    ? "No passage matches. Try other words."
    : `${counted(count, "passage")} in the whole recording.`;
