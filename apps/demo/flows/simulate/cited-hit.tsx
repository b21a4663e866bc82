"use client";

import type { Citation } from "@headwater/client";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { AnswerText } from "../../ask/answer-text.tsx";
import { printAnswer } from "../../ask/print-answer.ts";

/** An answer as the Ask room shows it; its notes fold under the paragraph that cites them. */
export function CitedHit({ text, citations }: { text: string; citations: readonly Citation[] }) {
  const whole = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  const printed = printAnswer(text, citations);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || open === undefined) return;
    whole.current?.querySelector<HTMLElement>(`[data-figure="${open}"]`)?.focus();
    setOpen(undefined);
  };
  return (
    <section className="folds" ref={whole} aria-label="Answer" onKeyDown={closeOnEscape}>
      <div className="a" data-answer>
        <AnswerText
          turnId={useId()}
          text={printed.text}
          citations={printed.citations}
          isWriting={false}
          openFigure={open}
          hoveredFigure={hovered}
          onToggle={(figure) => setOpen(open === figure ? undefined : figure)}
          onHover={setHovered}
        />
      </div>
    </section>
  );
}
