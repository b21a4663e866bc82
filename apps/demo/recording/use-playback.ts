"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Stretch, withStretch } from "./segments.ts";

export const rates = [1, 1.25, 1.5] as const;

export type Playback = {
  /** Goes onto the `<audio>` or `<video>`. */
  media: RefObject<HTMLMediaElement | null>;
  second: number;
  /** Seconds. Undefined until the player knows it. */
  duration: number | undefined;
  isPlaying: boolean;
  rate: number;
  /** What has been heard. */
  heard: readonly Stretch[];
  /** Whether the browser cannot load or play the recording. */
  isBroken: boolean;
  toggle(): void;
  /** Goes to a second without playing, or while playing goes on there. */
  seek(second: number): void;
  playFrom(second: number): void;
  setRate(rate: number): void;
};

const changes = ["timeupdate", "durationchange", "play", "pause", "ended", "ratechange", "error"] as const;

type State = Pick<Playback, "second" | "duration" | "isPlaying" | "rate" | "heard" | "isBroken">;

const atRest: State = {
  second: 0,
  duration: undefined,
  isPlaying: false,
  rate: 1,
  heard: [],
  isBroken: false,
};

/** Watches and controls a player. Without one, everything is at 0 and does nothing. */
export function usePlayback(): Playback {
  const media = useRef<HTMLMediaElement>(null);
  const [state, setState] = useState(atRest);

  useEffect(() => {
    const { current: player } = media;
    if (!player) return;
    // A player's own `played` begins at 0 when it is sent to a second before it has loaded.
    let heardUntil: number | undefined;
    const read = () => {
      const { currentTime: second } = player;
      const heard =
        heardUntil !== undefined && second > heardUntil ? { start: heardUntil, end: second } : undefined;
      heardUntil = player.paused || player.seeking ? undefined : second;
      setState((before) => ({
        ...stateOf(player),
        heard: heard ? withStretch(before.heard, heard) : before.heard,
      }));
    };
    const jump = () => {
      heardUntil = undefined;
      read();
    };
    player.addEventListener("seeking", jump);
    for (const change of changes) player.addEventListener(change, read);
    // The player may have loaded, or failed, before this page was hydrated.
    read();
    return () => {
      player.removeEventListener("seeking", jump);
      for (const change of changes) player.removeEventListener(change, read);
    };
  }, []);

  const seek = useCallback((second: number) => {
    const { current: player } = media;
    if (!player) return;
    const end = Number.isFinite(player.duration) ? player.duration : second;
    player.currentTime = Math.max(0, Math.min(second, end));
  }, []);
  const play = useCallback(() => {
    // Rejected when the browser allows no sound before the first click: the recording then waits at its second. What
    // cannot be played also raises "error".
    media.current?.play().catch(() => setState((before) => ({ ...before, isPlaying: false })));
  }, []);
  const playFrom = useCallback(
    (second: number) => {
      seek(second);
      play();
    },
    [seek, play],
  );
  const toggle = useCallback(() => {
    if (media.current?.paused) play();
    else media.current?.pause();
  }, [play]);
  const setRate = useCallback((rate: number) => {
    if (media.current) media.current.playbackRate = rate;
  }, []);
  return { media, ...state, toggle, seek, playFrom, setRate };
}

const stateOf = (player: HTMLMediaElement): Omit<State, "heard"> => ({
  second: player.currentTime,
  duration: Number.isFinite(player.duration) ? player.duration : undefined,
  isPlaying: !player.paused && !player.ended,
  rate: player.playbackRate,
  isBroken: player.error !== null,
});
