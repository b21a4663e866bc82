"use client";

import type { JsonSchema } from "@headwater/client";
import { type KeyboardEvent, useRef, useState } from "react";
import { AnswerText } from "./answer-text.tsx";
import type { BesidePlace } from "./beside/beside-place.ts";
import { type AnswerClass, classifyAnswer } from "./classify-answer.ts";
import { answerIsEmpty, FailureNote } from "./failure-note.tsx";
import { plainAnswer, printMessage } from "./print-answer.ts";
import { StructuredAnswer } from "./structured-answer.tsx";
import { TurnFoot } from "./turn-foot.tsx";
import type { Turn } from "./turns.ts";
import { useNoteLayout } from "./use-note-layout.ts";

type Properties = {
  turn: Turn;
  openFigure: number | undefined;
  onToggle(figure: number): void;
  onStop(): void;
  /** Asks the question again, optionally about all sources. */
  onAskAgain(everywhere?: boolean): void;
  /** Shows the cited page beside the answers. */
  onBeside(place: BesidePlace): void;
};

/** A question, its answer and its notes. */
export function TurnView({
  turn: { question, answer, offset },
  openFigure,
  onToggle,
  onStop,
  onAskAgain,
  onBeside,
}: Properties) {
  const whole = useRef<HTMLElement>(null);
  const [hoveredFigure, setHovered] = useState<number>();
  useNoteLayout(whole, `${answer?.status} ${answer?.text.length} ${openFigure}`);
  const turnId = `turn-${question.id}`;
  const isWriting = answer?.status === "streaming";
  const schema: JsonSchema | undefined = question.settings.outputSchema;
  const hasValues = answer?.status === "done" && schema !== undefined && answer.structuredOutput != null;
  const printed = printMessage(answer, offset);
  const { text, citations } = printed;
  const { kind, rest } = classifyAnswer(text, citations);
  const isSilent = answer?.status === "done" && !hasValues && kind !== "answered";

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || openFigure === undefined) return;
    whole.current?.querySelector<HTMLElement>(`[data-figure="${openFigure}"]`)?.focus();
    onToggle(openFigure);
  };

  return (
    <section
      className="turn"
      id={turnId}
      ref={whole}
      aria-labelledby={`${turnId}-q`}
      onKeyDown={closeOnEscape}
    >
      <h2 className="q" id={`${turnId}-q`} tabIndex={-1} dir="auto">
        {question.text}
      </h2>
      <div className={`a${isSilent ? " silent" : ""}`} data-answer aria-busy={isWriting}>
        {hasValues && schema ? (
          <StructuredAnswer schema={schema} output={answer.structuredOutput} name={question.text} />
        ) : null}
        {answer && !(answer.status === "error" && answerIsEmpty(answer)) ? (
          <AnswerText
            turnId={turnId}
            text={hasValues ? "" : isSilent ? rest : text}
            citations={citations}
            isWriting={isWriting}
            lead={isSilent && schema === undefined ? <b>{silentWords[kind]} </b> : undefined}
            openFigure={openFigure}
            hoveredFigure={hoveredFigure}
            onToggle={onToggle}
            onHover={setHovered}
            onBeside={onBeside}
          />
        ) : null}
        {answer?.status === "error" && answer.error ? <FailureNote error={answer.error} /> : null}
      </div>
      <TurnFoot
        turn={{ question, answer }}
        plainText={
          answer?.structuredOutput == null
            ? plainAnswer(printed)
            : JSON.stringify(answer.structuredOutput, null, 2)
        }
        isSilent={isSilent && kind === "silent"}
        onStop={onStop}
        onAskAgain={onAskAgain}
      />
    </section>
  );
}

const silentWords = {
  answered: "",
  silent: "The sources do not say.",
  unproven: "Nothing could be verified.",
  "needs-model": "This takes a language model.",
  unfounded: "Not from the sources.",
} satisfies Record<AnswerClass["kind"], string>;
