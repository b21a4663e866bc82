"use client";

import type { Source } from "@headwater/client";
import type { RefObject } from "react";
import { nameOfSource } from "../sources/kinds.ts";
import { clockTime } from "./clock.ts";
import { type Playback, rates } from "./use-playback.ts";
import { WhySilent } from "./why-silent.tsx";

/** Seconds of one step back or on. */
const step = 10;

type Properties = {
  kind: "audio" | "video";
  source: Source;
  contentUrl: string;
  playback: Playback;
  /** Seconds; 0 while unknown. */
  duration: number;
};

/** Plays the original file. The browser fetches the parts that it needs. */
export function Player({ kind, source, contentUrl, playback, duration }: Properties) {
  const { media, second, isPlaying, isBroken, rate, toggle, seek, setRate } = playback;
  const name = nameOfSource(source);
  return (
    <>
      {kind === "video" ? (
        // biome-ignore lint/a11y/useMediaCaption: what is said is below, passage by passage
        <video
          ref={media as RefObject<HTMLVideoElement | null>}
          src={contentUrl}
          preload="metadata"
          playsInline
          aria-label={name}
          hidden={isBroken}
          onClick={toggle}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: what is said is below, passage by passage
        <audio ref={media as RefObject<HTMLAudioElement | null>} src={contentUrl} preload="metadata" />
      )}
      <div className="bar strip">
        <button type="button" className="btn" onClick={toggle} disabled={isBroken}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <span className="num">
          {clockTime(second)}
          {duration > 0 ? ` of ${clockTime(duration)}` : null}
        </span>
        <button
          type="button"
          className="btn bare"
          onClick={() => seek(second - step)}
          disabled={isBroken}
        >{`Back ${step} s`}</button>
        <button
          type="button"
          className="btn bare"
          onClick={() => seek(second + step)}
          disabled={isBroken}
        >{`On ${step} s`}</button>
        {kind === "video" && !isBroken ? (
          <button
            type="button"
            className="btn bare onlywide"
            onClick={() => void media.current?.requestFullscreen()}
          >
            Full screen
          </button>
        ) : null}
        <span className="sp onlywide" />
        <span className="pick onlywide" role="radiogroup" aria-label="Speed">
          {rates.map((offered) => (
            <label key={offered}>
              <input
                type="radio"
                name="rate"
                checked={rate === offered}
                onChange={() => setRate(offered)}
                disabled={isBroken}
              />
              {offered}×
            </label>
          ))}
        </span>
      </div>
      {isBroken ? <WhySilent contentUrl={contentUrl} fileType={source.file_type} /> : null}
    </>
  );
}
