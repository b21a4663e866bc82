"use client";

import type { Source } from "@headwater/client";
import { type ReactNode, useRef } from "react";
import { PlacesRail } from "./long/places-rail.tsx";
import { ReadText } from "./long/read-text.tsx";
import { useCovered } from "./long/use-covered.ts";
import type { Reading } from "./long/use-reading.ts";
import { pageNoun } from "./page-reading.ts";
import { FindField, TypeSelect, ViewTabs } from "./reader-bar.tsx";

type Properties = {
  source: Source;
  reading: Reading;
  /** Whether the text counts the same pages as the pictures. */
  isPaged: boolean;
  pageCount: number;
  /** Whether it is in sight. A hidden text has no heights to scroll by. */
  isShown: boolean;
  litId: string | undefined;
  chosenId: string | undefined;
  /** Words of the chosen element to mark. */
  quote: string | undefined;
  onLight(elementId: string | undefined): void;
  /** What is above the text. */
  notes: ReactNode;
  /** Pages that could not be read. */
  failedPages: readonly number[];
};

/** The text of the whole document, beside the picture of the page that is read. */
export function Reader({ reading, isPaged, pageCount, isShown, ...shown }: Properties) {
  const { view, setView, type, setType, typed, setTyped, isFinding, step, found } = reading;
  const room = useRef<HTMLElement>(null);
  const covered = useCovered(room, `${isFinding} ${found.total === undefined} ${isShown}`);
  return (
    <section
      className={isFinding ? "reader finding" : "reader"}
      id="elements"
      aria-label="Elements"
      ref={room}
    >
      <div className="over covers">
        <div className="bar strip">
          <ViewTabs view={view} onView={setView} />
          <span className="sp onlywide" />
          <TypeSelect type={type} onType={setType} />
          <FindField words={typed} onWords={setTyped} onStep={isFinding ? step : undefined} />
        </div>
        <PlacesRail reading={reading} entries={none} isFlat />
      </div>
      {isShown ? (
        <ReadText
          {...shown}
          reading={reading}
          noun={pageNoun(shown.source)}
          isPaged={isPaged}
          pageCount={isPaged ? pageCount : undefined}
          covered={covered}
        />
      ) : null}
    </section>
  );
}

const none: readonly never[] = [];
