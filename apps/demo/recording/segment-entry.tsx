"use client";

import { memo } from "react";
import { ElementText } from "../document/element-text.tsx";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress } from "../shell/addresses.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { Link } from "../shell/link.tsx";
import { cutAtQuote } from "./cited-places.ts";
import { clockTime } from "./clock.ts";
import type { Segment } from "./segments.ts";
import { TimeLink } from "./time-link.tsx";

type Properties = {
  fileId: string;
  segment: Segment;
  isFirst: boolean;
  /** Whether the recording stands here. */
  isNow: boolean;
  isChosen: boolean;
  isPlaying: boolean;
  /** Whether the recording is played here. */
  canPlay: boolean;
  /** What an answer quotes of it. */
  quote: string | undefined;
  /** Search words to highlight. */
  words: string;
  address: string | undefined;
  onPlay(segment: Segment): void;
  onPause(): void;
};

/** A passage with its time in the margin. A click anywhere in it plays from there. */
export const SegmentEntry = memo(function SegmentEntry(properties: Properties) {
  const { segment, isFirst, isNow, isChosen, canPlay, address, onPlay } = properties;
  const className = [
    "el columns",
    isFirst ? "first" : segment.isChapter ? "sec" : "",
    isChosen ? "on" : "",
  ].join(" ");
  const play = () => {
    // Releasing the pointer after selecting words is not a choice.
    if (window.getSelection()?.isCollapsed ?? true) onPlay(segment);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a convenience for the pointer; the time in the margin does the same
    <article
      className={isNow ? `${className} now` : className}
      data-element={segment.id}
      aria-current={isNow || undefined}
      onClick={play}
    >
      <span className="label t">
        {isTimed(segment) ? (
          <TimeLink segment={segment} address={address} onPlay={canPlay ? onPlay : undefined} />
        ) : null}
      </span>
      <div className="body">
        <Words {...properties} />
        {isChosen ? <Actions {...properties} /> : null}
      </div>
    </article>
  );
});

const isTimed = (segment: Segment): segment is Segment & { start: number } => segment.start !== undefined;

function Words({ segment: { element, speaker, isChapter }, quote, words }: Properties) {
  const cut = quote === undefined || words !== "" ? undefined : cutAtQuote(element.text, quote);
  if (isChapter)
    return (
      <h2 dir="auto" className="txt ttl">
        {element.text}
      </h2>
    );
  if (!cut && speaker === undefined) return <ElementText element={element} view="text" words={words} />;
  return (
    <>
      {speaker === undefined ? null : <p className="who">{speaker}</p>}
      {cut ? (
        <p dir="auto" className="txt">
          {cut[0]}
          <mark>{cut[1]}</mark>
          {cut[2]}
        </p>
      ) : (
        <ElementText element={element} view="text" words={words} />
      )}
    </>
  );
}

function Actions({ fileId, segment, isPlaying, canPlay, quote, address, onPlay, onPause }: Properties) {
  const { can } = useAbilities();
  const { element, start } = segment;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds clicks on the buttons back from the element around them
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className="more cluster" onClick={(event) => event.stopPropagation()}>
      {start === undefined ? null : canPlay ? (
        <button type="button" className="btn bare" onClick={() => (isPlaying ? onPause() : onPlay(segment))}>
          {isPlaying ? "Pause" : `Play from ${clockTime(start)}`}
        </button>
      ) : address === undefined ? null : (
        <a className="btn bare" href={address} target="_blank" rel="noreferrer">
          Watch from {clockTime(start)}
        </a>
      )}
      <CopyButton text={quote || element.text} label={quote ? "Copy quote" : "Copy as text"} />
      {can("ask") && element.text.trim() !== "" ? (
        <Link className="btn bare" href={askAddress([fileId], `About “${shortened(element.text)}”: `)}>
          Ask about this
        </Link>
      ) : null}
      <span className="mono">{element.element_id}</span>
    </div>
  );
}

const shortened = (text: string) => {
  const start = text.replaceAll(/\s+/g, " ").trim();
  return start.length > 120 ? `${start.slice(0, 120)}…` : start;
};
