"use client";

import type { Source } from "@headwater/client";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useIsNarrow } from "../../extract/use-is-narrow.ts";
import { useAllElements } from "../all-elements.ts";
import { Outline } from "../outline.tsx";
import { entryAt, type OutlineEntry, outlineOf } from "../outline-entries.ts";
import { PageField } from "../page-field.tsx";
import { pageNoun } from "../page-reading.ts";
import { isLaidOut } from "../pictured.ts";
import type { DocumentPlace } from "../place.ts";
import { FindField, TypeSelect, ViewTabs } from "../reader-bar.tsx";
import { PlacesRail } from "./places-rail.tsx";
import { ReadText } from "./read-text.tsx";
import { elementRead, useSeen } from "./seen.ts";
import { useCovered } from "./use-covered.ts";
import type { Reading } from "./use-reading.ts";

type Properties = {
  source: Source;
  place: Pick<DocumentPlace, "page" | "element" | "quote">;
  reading: Reading;
  /** What is above the text. */
  notes: ReactNode;
};

/** A source without pictures of pages: its outline, its text, and a rail with the places that were found. */
export function LongDocument({ source, place, reading, notes }: Properties) {
  const { file_id: fileId, total_pages: pageCount } = source;
  const { isFinding, found, elements, seen, sought, choose, turnTo } = reading;
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const { elements: titles, isComplete } = useAllElements(fileId, { type: "Title" });
  const entries = useMemo(() => outlineOf(titles), [titles]);
  const isNarrow = useIsNarrow();
  const chosen = sought && elements.at(sought.index);
  const page = useSeen(seen, (inWindow) => elementRead(inWindow, chosen)?.page_number);
  const current = useSeen(seen, (inWindow) => {
    const read = elementRead(inWindow, chosen);
    return read && entryAt(entries, read.position ?? 0);
  });
  const open = useCallback(
    ({ element }: OutlineEntry) => {
      setOutlineOpen(false);
      choose(element);
    },
    [choose],
  );

  const noun = isLaidOut(source) ? "Section" : pageNoun(source);
  const room = useRef<HTMLDivElement>(null);
  const covered = useCovered(room, `${isFinding} ${found.total === undefined} ${entries.length}`);
  return (
    <div
      className={`long columns${isComplete && entries.length === 0 ? " plain" : ""}${isFinding ? " finding" : ""}`}
      ref={room}
      data-outline={isOutlineOpen || undefined}
    >
      <div className="bar strip covers">
        <div>
          {pageCount && pageCount > 1 ? (
            <PageField noun={noun} page={page ?? place.page ?? 1} pageCount={pageCount} onPage={turnTo} />
          ) : entries.length > 0 ? (
            <PageField
              noun="Section"
              page={current ? entries.indexOf(current) + 1 : 1}
              pageCount={entries.length}
              onPage={(number) => {
                const entry = entries[number - 1];
                if (entry) choose(entry.element);
              }}
            />
          ) : null}
          {entries.length > 0 ? (
            <button
              type="button"
              className="btn bare onlynarrow"
              aria-expanded={isOutlineOpen}
              aria-controls="outline"
              onClick={() => setOutlineOpen(!isOutlineOpen)}
            >
              Outline
            </button>
          ) : null}
        </div>
        <div>
          <ViewTabs view={reading.view} onView={reading.setView} />
          <span className="sp" />
          <TypeSelect type={reading.type} onType={reading.setType} />
        </div>
        <div>
          <FindField
            words={reading.typed}
            onWords={reading.setTyped}
            onStep={isFinding ? reading.step : undefined}
          />
        </div>
      </div>
      {entries.length > 0 ? <Outline entries={entries} current={current} onChoose={open} /> : null}
      <PlacesRail reading={reading} entries={entries} isFlat={isNarrow} />
      <section className="reader" id="elements" aria-label="Elements">
        <ReadText
          source={source}
          reading={reading}
          notes={notes}
          noun={noun}
          isPaged={(pageCount ?? 1) > 1}
          chosenId={place.element}
          quote={place.quote}
          covered={covered}
          onLight={ignore}
        />
      </section>
    </div>
  );
}

const ignore = () => {};
