"use client";

import type { Build, Source } from "@headwater/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useIsNarrow } from "../extract/use-is-narrow.ts";
import { Tabs } from "../shell/tabs.tsx";
import { nameOfSource } from "../sources/kinds.ts";
import { counted } from "../sources/sizes.ts";
import { pageFilter, useAllElements } from "./all-elements.ts";
import { BuildNotes } from "./build-notes.tsx";
import { LongDocument } from "./long/long-document.tsx";
import { useReading } from "./long/use-reading.ts";
import { pageNoun } from "./page-reading.ts";
import type { PageSize } from "./page-size.tsx";
import { Reader } from "./reader.tsx";
import { useLead } from "./use-lead.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { usePageCount } from "./use-page-count.ts";
import { usePageOf } from "./use-page-of.ts";
import { maxWidth, usePagePicture } from "./use-page-picture.ts";
import { usePlace } from "./use-place.ts";
import { useRested } from "./use-rested.ts";
import { useScrolledPage } from "./use-scrolled-page.ts";
import { Viewer } from "./viewer.tsx";

type Tab = "page" | "elements";

/** How long a page must be read before the address names it, in ms. */
const followMs = 400;

/** The text of a document beside the pictures of its pages; the text alone where there are none. */
export function Pages({ source, build }: { source: Source; build: Build | undefined }) {
  const { file_id: fileId } = source;
  const place = usePlace();
  const [litId, setLitId] = useRested<string>();
  const [tab, setTab] = useState<Tab>("page");
  const [size, setSize] = useState<PageSize>("fit");
  const isNarrow = useIsNarrow();
  const room = useRef<HTMLDivElement>(null);

  const { mayShow, pageCount, isPaged, isTextPaged } = usePageCount(source);
  const { lead, origin, follow, forget } = useLead(place, isTextPaged);
  const reading = useReading(fileId, place, lead);
  const scrolled = useScrolledPage(reading.seen, `${reading.turn} ${origin} ${lead.element}`);
  const led = usePageOf(fileId, place);
  const wanted = isPaged ? (scrolled ?? led) : place.element === undefined ? place.page : undefined;
  const page = Math.min(wanted ?? 1, pageCount);

  const { image, isMissing } = usePagePicture(fileId, page, { mayShow, isLarge: size !== "fit" });
  const pageElements = useAllElements(mayShow && isPaged ? fileId : undefined, pageFilter(page));
  const { elements } = pageElements;
  // A slide without a picture still has its boxes.
  const hasBoxes = elements.some(({ bounding_box, page_layout }) => bounding_box && page_layout);
  const isPictured = mayShow && (useOnce(image.isSuccess || hasBoxes) || !isMissing);
  useNeighbours({ fileId, page, pageCount, maxWidth }, image.isSuccess && pageElements.isSuccess);

  const { goTo } = place;
  const isFollowed = isPictured && isPaged && place.element === undefined;
  useEffect(() => {
    if (!isFollowed || scrolled === undefined || scrolled === place.page) return;
    const timer = setTimeout(() => {
      follow(scrolled);
      goTo({ page: scrolled });
    }, followMs);
    return () => clearTimeout(timer);
  }, [isFollowed, scrolled, place.page, follow, goTo]);
  const { turnTo: scrollTo } = reading;
  const turnTo = useCallback(
    (turned: number) => {
      setLitId(undefined);
      forget();
      scrollTo(turned);
    },
    [forget, scrollTo, setLitId],
  );
  const show = (shown: Tab) => {
    setTab(shown);
    // The text was not there while the page was shown: it begins where the page does.
    if (shown === "elements" && (place.element === undefined || page !== led)) turnTo(page);
    if ((room.current?.getBoundingClientRect().top ?? 0) < 0) room.current?.scrollIntoView();
  };

  const noun = pageNoun(source);
  const failedPages = build?.failed_pages ?? none;
  const notes = (
    <BuildNotes source={source} build={build} onPage={isPictured && isPaged ? turnTo : undefined} />
  );
  if (!isPictured) return <LongDocument source={source} place={place} reading={reading} notes={notes} />;
  return (
    <>
      <div className="onlynarrow covers staying">
        <Tabs
          className="doctabs"
          label="What is shown"
          tabs={[
            { value: "page", label: `${noun} ${page}` },
            {
              value: "elements",
              label: pageElements.total === undefined ? "Text" : counted(pageElements.total, "element"),
            },
          ]}
          value={tab}
          onChange={show}
          controls={tab}
        />
      </div>
      <div className="doc columns" data-tab={tab} ref={room}>
        <Viewer
          fileId={fileId}
          isPaged={isPaged}
          failedPages={failedPages}
          size={size}
          onSize={setSize}
          image={image}
          isMissing={isMissing}
          name={nameOfSource(source)}
          noun={noun}
          page={page}
          pageCount={pageCount}
          onPage={turnTo}
          elements={elements}
          litId={litId}
          chosenId={place.element}
          quotedBox={page === led ? place.box : undefined}
          tab={tab}
          onLight={setLitId}
          onChoose={reading.choose}
          onRead={() => show("elements")}
        />
        <Reader
          source={source}
          reading={reading}
          isPaged={isPaged}
          pageCount={pageCount}
          isShown={!isNarrow || tab === "elements"}
          litId={litId}
          chosenId={place.element}
          quote={place.quote}
          onLight={setLitId}
          notes={notes}
          failedPages={failedPages}
        />
      </div>
    </>
  );
}

/** Whether something has been true once. */
function useOnce(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}

const none: readonly number[] = [];
