"use client";

import type { Citation } from "@headwater/client";
import { CitedAnswer } from "@headwater/react-hooks";
import { Fragment, type ReactNode } from "react";
import { answerBlocks, splitSupported } from "./answer-blocks.ts";
import { inlineMarks } from "./inline-marks.tsx";
import { type NoteState, Sidenote } from "./sidenote.tsx";

type Properties = NoteState & {
  /** Makes the ids of the notes differ from those of other turns. */
  turnId: string;
  /** The text as `printAnswer` returned it. */
  text: string;
  citations: readonly Citation[];
  /** The text grows, and some of its figures may have no citation yet. */
  isWriting: boolean;
  /** Spoken before the first words. */
  lead?: ReactNode;
};

/**
 * An answer in paragraphs. Each paragraph is followed by its notes, so that reading order and focus order are equal.
 */
export function AnswerText({ turnId, text, citations, isWriting, lead, ...notes }: Properties) {
  const blocks = answerBlocks(text);
  if (blocks.length === 0 && (lead || isWriting)) blocks.push({ kind: "paragraph", text: "" });
  const left = new Map(
    citations.flatMap((citation) => (citation.index == null ? [] : [[citation.index, citation]])),
  );
  // While it is written, a figure may come before its citation.
  const isAwaited = (citation: Citation) => isWriting && citation.file_id == null;
  const noteId = (figure: number) => `${turnId}-note-${figure}`;
  const note = ([figure, citation]: [number, Citation]) => (
    <Sidenote key={figure} id={noteId(figure)} figure={figure} citation={citation} {...notes} />
  );
  const citedIn = (blockText: string) => {
    const found = [...blockText.matchAll(/\[(\d+)\]/g)].flatMap((match): [number, Citation][] => {
      const figure = Number(match[1]);
      const citation = left.get(figure);
      left.delete(figure);
      return citation ? [[figure, citation]] : [];
    });
    return found.filter(([, citation]) => !isAwaited(citation));
  };
  return (
    <>
      {blocks.map((block, index) => (
        <Fragment key={index}>
          <div className={block.kind === "item" ? "answer-block item" : "answer-block"} dir="auto">
            {index === 0 ? lead : null}
            <CitedAnswer
              answer={block.text}
              citations={citations}
              renderText={renderSupported}
              onCitationPress={(_, figure) => notes.onToggle(figure)}
              citationProps={(citation, figure) => ({
                className: `cite${notes.hoveredFigure === figure ? " is-hover" : ""}`,
                "data-figure": String(figure),
                "data-verdict": citation.verdict,
                "aria-label": `Citation ${figure}${citation.verdict === "unverified" ? ", unverified" : ""}`,
                ...(isAwaited(citation)
                  ? { disabled: true }
                  : {
                      "aria-expanded": notes.openFigure === figure,
                      "aria-controls": noteId(figure),
                      onPointerEnter: ({ pointerType }) =>
                        notes.onHover(pointerType === "mouse" ? figure : undefined),
                      onPointerLeave: () => notes.onHover(undefined),
                    }),
              })}
            />
            {isWriting && index === blocks.length - 1 ? <span className="caret" /> : null}
          </div>
          {citedIn(block.text).map(note)}
        </Fragment>
      ))}
      {isWriting ? null : [...left].map(note)}
    </>
  );
}

/** Wraps the sentence before a figure, so that it can be highlighted while the figure's note is open. */
function renderSupported(words: string): ReactNode {
  const [before, sentence] = splitSupported(words);
  return (
    <>
      {inlineMarks(before)}
      {sentence === "" ? null : <span className="supported-sentence">{inlineMarks(sentence)}</span>}
    </>
  );
}
