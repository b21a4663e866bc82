"use client";

import type { Source } from "@headwater/client";
import type { ReactNode } from "react";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { counted } from "../../sources/sizes.ts";
import type { Reading } from "./use-reading.ts";
import { VirtualElements } from "./virtual-elements.tsx";

type Properties = {
  source: Source;
  reading: Reading;
  /** What is above the text. */
  notes: ReactNode;
  /** What a page is called: "Page", "Section". */
  noun: string;
  /** Whether the text says where a page begins. */
  isPaged: boolean;
  /** Pages of the document, where those without text are to be named too. */
  pageCount?: number | undefined;
  failedPages?: readonly number[] | undefined;
  chosenId: string | undefined;
  /** Words of the chosen element to mark. */
  quote: string | undefined;
  litId?: string | undefined;
  onLight(elementId: string | undefined): void;
  /** Height in px of what covers the top of the window. */
  covered: number;
};

/** The elements of a document, and what is to be said about them. */
export function ReadText({ reading, notes, pageCount, ...shown }: Properties) {
  const { type, view, words, elements, found, sought, seen, choose } = reading;
  const { total } = elements;
  return (
    <>
      {type === undefined ? notes : null}
      {type !== undefined && total !== undefined ? (
        <p className="finds label" role="status">
          {total === 0
            ? "No element matches. Try other words or all types."
            : `${counted(total, "element")} in the whole document.`}
        </p>
      ) : null}
      {found.error ? <TroubleNote error={found.error} /> : null}
      {elements.error ? (
        <div className="none">
          <TroubleNote error={elements.error} action="Read them again" onAction={elements.retry} />
        </div>
      ) : total === undefined ? (
        <p className="wait none">Reading elements</p>
      ) : total === 0 && type === undefined ? (
        <p className="none">Nothing was read in it.</p>
      ) : null}
      <VirtualElements
        {...shown}
        elements={elements}
        view={view}
        words={words}
        sought={sought}
        // In a part of the text, a page that is missing may have other text.
        pageCount={type === undefined ? pageCount : undefined}
        seen={seen}
        onChoose={choose}
      />
    </>
  );
}
