"use client";

import type { Build, Element, Source } from "@headwater/client";
import { useBuild } from "@headwater/react-hooks";
import { useCallback, useState } from "react";
import { Recording } from "../recording/recording.tsx";
import { recordingKind } from "../recording/recording-of.ts";
import { isWorkbook } from "../sheet/sheets-of.ts";
import { Workbook } from "../sheet/workbook.tsx";
import { Tabs } from "../shell/tabs.tsx";
import { nameOfSource } from "../sources/kinds.ts";
import { counted } from "../sources/sizes.ts";
import { pageFilter, useAllElements } from "./all-elements.ts";
import { BuildNotes } from "./build-notes.tsx";
import { DocumentHead } from "./document-head.tsx";
import { Outline } from "./outline.tsx";
import { pageNoun } from "./page-reading.ts";
import { Reader } from "./reader.tsx";
import { Unread } from "./unread.tsx";
import { useNeighbours } from "./use-neighbours.ts";
import { usePageOf } from "./use-page-of.ts";
import { maxWidth, usePagePicture } from "./use-page-picture.ts";
import { usePlace } from "./use-place.ts";
import { Viewer } from "./viewer.tsx";

type Tab = "page" | "elements";

export function OpenDocument({ source }: { source: Source }) {
  const build = useBuild(source.build_id ?? undefined).data;
  const isRead = source.total_pages != null || source.status === "Completed" || source.status === "Processed";
  return (
    <main>
      <DocumentHead source={source} build={build} />
      <Content source={source} build={build} isRead={isRead} />
    </main>
  );
}

function Content({ source, build, isRead }: { source: Source; build: Build | undefined; isRead: boolean }) {
  if (!isRead) return <Unread source={source} build={build} />;
  const notes = <BuildNotes source={source} build={build} onPage={undefined} />;
  if (isWorkbook(source.file_type)) return <Workbook source={source} notes={notes} />;
  if (recordingKind(source)) return <Recording source={source} notes={notes} />;
  return <Pages source={source} build={build} />;
}

function Pages({ source, build }: { source: Source; build: Build | undefined }) {
  const { file_id: fileId } = source;
  const place = usePlace();
  const [litId, setLitId] = useState<string>();
  const [tab, setTab] = useState<Tab>("page");

  const sought = usePageOf(fileId, place);
  const { mayShow, image, page, pageCount, isPaged, isMissing } = usePagePicture(source, place, sought);
  const pageElements = useAllElements(mayShow && isPaged ? fileId : undefined, pageFilter(page));
  // A slide without a picture still has its boxes.
  const hasBoxes = pageElements.elements.some(({ bounding_box, page_layout }) => bounding_box && page_layout);
  const isPictured = mayShow && (!isMissing || hasBoxes);
  useNeighbours({ fileId, page, pageCount, maxWidth }, image.isSuccess && pageElements.isSuccess);
  const noun = pageNoun(source);

  const { goTo } = place;
  const choose = useCallback(
    ({ page_number, element_id }: Element) =>
      goTo({ page: page_number ?? undefined, element: element_id ?? undefined }),
    [goTo],
  );
  const turnTo = (turned: number) => {
    setLitId(undefined);
    goTo({ page: turned });
  };
  const tabs: { value: Tab; label: string }[] = [
    { value: "page", label: `${noun} ${page}` },
    {
      value: "elements",
      label: pageElements.total === undefined ? "Text" : counted(pageElements.total, "element"),
    },
  ];
  // The reader keeps its position among the children, with and without pages, so that typed text stays.
  return (
    <>
      {isPictured ? (
        <Tabs
          className="doctabs onlynarrow"
          label="What is shown"
          tabs={tabs}
          value={tab}
          onChange={setTab}
          controls={tab}
        />
      ) : null}
      <div className={isPictured ? "doc" : "doc textonly"} data-tab={isPictured ? tab : undefined}>
        {isPictured ? (
          <Viewer
            image={image}
            isMissing={isMissing}
            name={nameOfSource(source)}
            noun={noun}
            page={page}
            pageCount={pageCount}
            onPage={turnTo}
            elements={pageElements.elements}
            litId={litId}
            chosenId={place.element}
            quotedBox={place.box}
            tab={tab}
            onLight={setLitId}
            onChoose={choose}
            onRead={() => setTab("elements")}
          />
        ) : (
          <Outline fileId={fileId} chosenId={place.element} onChoose={choose} />
        )}
        <Reader
          source={source}
          page={isPictured && isPaged ? page : undefined}
          pageElements={pageElements}
          litId={litId}
          chosenId={place.element}
          onLight={setLitId}
          onChoose={choose}
          tab={tab}
          notes={
            <BuildNotes source={source} build={build} onPage={isPictured && isPaged ? turnTo : undefined} />
          }
          failedPages={build?.failed_pages ?? undefined}
        />
      </div>
    </>
  );
}
