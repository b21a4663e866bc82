"use client";

import type { Citation } from "@headwater/client";
import { placeWords } from "../document/place-words.ts";
import { quotedPlace, wordsBox } from "../evidence/box-text.ts";
import { VerdictMark } from "../evidence/verdict-mark.tsx";
import { judgedWords } from "../evidence/verdict-words.ts";
import { PageCrop } from "../facsimile/page-crop.tsx";
import { clockTime } from "../recording/clock.ts";
import { useMoment } from "../recording/use-moment.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { type BesidePlace, besidePlace } from "./beside/beside-place.ts";
import { Copies } from "./copies.tsx";
import { printQuote, quoteOf } from "./print-answer.ts";
import { useCopied } from "./use-copied.ts";

export type NoteState = {
  /** Figures of this turn whose note is open or under the pointer. */
  openFigure: number | undefined;
  hoveredFigure: number | undefined;
  onToggle(figure: number): void;
  onHover(figure: number | undefined): void;
  /** Shows the cited page beside the answers. Absent where there is no room for it. */
  onBeside?: ((place: BesidePlace) => void) | undefined;
};

type Properties = NoteState & { id: string; figure: number; citation: Citation };

/** A citation in the margin: what the source says, and where. An open note shows the place itself. */
export function Sidenote({
  id,
  figure,
  citation,
  openFigure,
  hoveredFigure,
  onToggle,
  onHover,
  onBeside,
}: Properties) {
  const {
    file_id: fileId,
    file_name: fileName,
    page_number: page,
    element_id: elementId,
    start_seconds: startSeconds,
    metadata,
    verdict,
    computed,
    judged,
  } = citation;
  const quote = quoteOf(citation);
  const { said, copy } = useCopied();
  const isOpen = openFigure === figure;
  const { isRecording, second } = useMoment({ fileId, fileName, elementId, startSeconds });
  const words = placeWords(fileName, page);
  const place = isRecording ? "the recording" : words.long;
  const beside = onBeside && besidePlace(figure, citation);
  const time = second === undefined ? undefined : clockTime(second);
  return (
    <div
      className={`note${isOpen ? " open" : ""}${hoveredFigure === figure ? " is-hover" : ""}`}
      id={id}
      role="note"
      data-note={figure}
      data-open={isOpen || undefined}
      onPointerEnter={({ pointerType }) => onHover(pointerType === "mouse" ? figure : undefined)}
      onPointerLeave={() => onHover(undefined)}
    >
      <button
        type="button"
        className="n"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Note ${figure}`}
        onClick={() => onToggle(figure)}
      >
        {figure}
      </button>
      {quote ? (
        <span className="quoted">
          <q dir="auto">{printQuote(quote)}</q>
        </span>
      ) : null}
      <span className="src strip">
        <b className="clip">{fileName ?? "A source without a name"}</b>
        {isRecording ? (
          <span className="num">{time}</span>
        ) : words.short ? (
          <span className="num">{words.short}</span>
        ) : null}
      </span>
      <VerdictMark verdict={verdict ?? undefined} of={judged ? "judged answer" : "answer"} isOpen={isOpen} />
      {computed ? (
        <span className="src strip">
          Computed: <span className="num">{computed}</span>
        </span>
      ) : null}
      {judged ? <span className="src strip">{judgedWords(judged)}</span> : null}
      {isOpen ? (
        <>
          <Copies copies={metadata?.copies} />
          {fileId && elementId && page && !isRecording ? (
            <PageCrop
              fileId={fileId}
              elementId={elementId}
              box={wordsBox(citation)}
              page={page}
              alt={`The quoted place on ${place}`}
            />
          ) : null}
          <span className="acts2 strip reach">
            {fileId ? (
              <Link
                href={documentAddress(fileId, {
                  page: isRecording ? undefined : page,
                  element: elementId,
                  ...(isRecording ? {} : quotedPlace(citation, quote)),
                  time: second,
                })}
              >
                {time === undefined ? `Open ${place}` : `Play from ${time}`}
              </Link>
            ) : null}
            {beside ? (
              <button type="button" className="link onlywide" onClick={() => onBeside?.(beside)}>
                Show beside
              </button>
            ) : null}
            {quote ? (
              <button type="button" className="link" onClick={() => copy(quote)}>
                {said ?? "Copy quote"}
              </button>
            ) : null}
          </span>
        </>
      ) : null}
    </div>
  );
}
