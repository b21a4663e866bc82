"use client";

import type { Element, Source } from "@headwater/client";
import { useSourceContentUrl } from "@headwater/react-hooks";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { useConversation } from "../ask/conversation-provider.tsx";
import { useAllElements } from "../document/all-elements.ts";
import { usePlace } from "../document/use-place.ts";
import { documentAddress } from "../shell/addresses.ts";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { Chapters } from "./chapters.tsx";
import { CitedAside } from "./cited-aside.tsx";
import { citedPlaces } from "./cited-places.ts";
import { LineOfTime } from "./line-of-time.tsx";
import { Player } from "./player.tsx";
import { recordingKind } from "./recording-of.ts";
import { currentIndex, lastSecond, type Segment, segmentsOf } from "./segments.ts";
import { Transcript } from "./transcript.tsx";
import { usePlayback } from "./use-playback.ts";

/** A recording: its player over a line of time, and what is said in it, passage by passage. */
export function Recording({ source, notes }: { source: Source; notes: ReactNode }) {
  const { file_id: fileId } = source;
  const kind = recordingKind(source);
  const hasPlayer = kind === "audio" || kind === "video";
  const place = usePlace();
  const query = useAllElements(fileId, {});
  const segments = useMemo(() => segmentsOf(query.elements), [query.elements]);
  const playback = usePlayback();
  const { playFrom, seek, second } = playback;
  const { messages } = useConversation();
  const cited = useMemo(() => citedPlaces(messages, fileId), [messages, fileId]);
  const duration = playback.duration ?? lastSecond(segments);
  const isPlayed = hasPlayer && !playback.isBroken;
  const now = isPlayed ? currentIndex(segments, second) : -1;
  const nowId = segments[now]?.id;
  const chosen = segments.find(({ id }) => id === place.element);

  // The address says where to begin: at a second, or at an element whose second is known when it is loaded.
  const isBegun = useRef(false);
  const { time, element } = place;
  const chosenStart = chosen?.start;
  useEffect(() => {
    if (isBegun.current) return;
    if (time !== undefined) playFrom(time);
    else if (chosenStart !== undefined) seek(chosenStart);
    else if (element !== undefined) return;
    isBegun.current = true;
  }, [time, element, chosenStart, playFrom, seek]);

  const { goTo } = place;
  const play = useCallback(
    (segment: Segment) => {
      const { element_id: element } = segment.element;
      goTo({ element: element ?? undefined, time: hasPlayer ? segment.start : undefined });
      if (segment.start !== undefined) playFrom(segment.start);
    },
    [goTo, playFrom, hasPlayer],
  );
  const addressOf = useCallback(
    ({ id, start, element }: Segment): string | undefined =>
      hasPlayer ? documentAddress(fileId, { element: id, time: start }) : momentOf(element),
    [fileId, hasPlayer],
  );
  const contentUrl = useSourceContentUrl(fileId);

  return (
    <>
      {hasPlayer || duration > 0 ? (
        <section className={`player ${playback.isBroken ? "broken" : kind}`} aria-label="Recording">
          {hasPlayer ? (
            <Player
              kind={kind}
              source={source}
              contentUrl={contentUrl}
              playback={playback}
              duration={duration}
            />
          ) : null}
          {duration > 0 ? (
            <LineOfTime
              segments={segments}
              cited={cited}
              duration={duration}
              playback={isPlayed ? playback : undefined}
              addressOf={addressOf}
              onPlay={hasPlayer ? play : undefined}
            />
          ) : null}
        </section>
      ) : null}
      <div className="recorded columns">
        <Chapters
          segments={segments}
          isOfFile={hasPlayer}
          second={isPlayed ? second : undefined}
          addressOf={addressOf}
          onPlay={hasPlayer ? play : undefined}
        />
        <Transcript
          fileId={fileId}
          segments={segments}
          cited={cited}
          nowId={nowId}
          chosenId={place.element ?? (place.time === undefined ? undefined : nowId)}
          isPlaying={playback.isPlaying}
          canPlay={hasPlayer}
          addressOf={addressOf}
          onPlay={play}
          onPause={playback.toggle}
          isComplete={query.isComplete}
          notes={notes}
          trouble={
            query.isPending && !query.isError ? (
              <p className="wait none">Reading elements</p>
            ) : query.isError ? (
              <div className="none">
                <TroubleNote
                  error={query.error}
                  action="Read them again"
                  onAction={() => void query.refetch()}
                />
              </div>
            ) : null
          }
        />
        <CitedAside cited={cited} segments={segments} />
      </div>
    </>
  );
}

/** The moment on the site that keeps the recording. Only the web: a page could name an address that runs as a script. */
function momentOf({ metadata }: Element): string | undefined {
  const { url } = metadata;
  return typeof url === "string" && /^https?:\/\//i.test(url) ? url : undefined;
}
