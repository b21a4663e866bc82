"use client";

import { PageWithBoxes, useElements, usePageScreenshot, useSources } from "@headwater/react-hooks";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { StepButton } from "../../document/page-bar.tsx";
import { QuotedWords } from "../../document/quoted-words.tsx";
import { documentAddress } from "../../shell/addresses.ts";
import { Link } from "../../shell/link.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import type { BesidePlace } from "./beside-place.ts";

/** Twice the width on the screen, for dense displays. */
const pictureWidth = 1056;
/** US Letter: used until the size of a page is known. */
const usualPage = { width: 612, height: 792 };

type Properties = { place: BesidePlace; onPage(page: number): void; onClose(): void };

/** The cited page beside the answers, with its words marked. Its neighbours can be leafed to. */
export function Beside({ place: { fileId, fileName, page, cited }, onPage, onClose }: Properties) {
  const sources = useSources();
  const pageCount = sources.data?.find(({ file_id }) => file_id === fileId)?.total_pages ?? page;
  const image = usePageScreenshot(fileId, page, { maxWidth: pictureWidth });
  const { elements } = useElements(fileId, {
    element_ids: [cited.elementId],
    suppress_img_base64: true,
    pageSize: 1,
  });
  const closing = useRef<HTMLButtonElement>(null);
  // Between the citation and this page there may be many answers.
  useEffect(() => closing.current?.focus({ preventScroll: true }), [cited]);
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  const isCited = page === cited.page;
  const layout = elements[0]?.page_layout;
  const box = cited.box ?? elements[0]?.bounding_box;
  return (
    <section className="stand" aria-label={`Page ${page} of ${fileName}`} onKeyDown={leave}>
      <div className="sticky">
        <div className="bar strip">
          <bdi className="title clip">{fileName}</bdi>
          <span className="sp" />
          <Link
            className="btn bare"
            href={documentAddress(fileId, {
              page,
              ...(isCited ? { element: cited.elementId, box: cited.box } : {}),
            })}
          >
            Open in full
          </Link>
          <button type="button" className="btn bare" ref={closing} onClick={onClose}>
            Close
          </button>
        </div>
        <div className="bar strip">
          <span className="num">
            Page {page} of {pageCount}
          </span>
          <span className="sp" />
          <StepButton label="Previous" to={page - 1} pageCount={pageCount} onPage={onPage} />
          <StepButton label="Next" to={page + 1} pageCount={pageCount} onPage={onPage} />
        </div>
        <PageWithBoxes
          key={page}
          className="pageimg"
          src={image.src}
          alt={`Page ${page} of ${fileName}`}
          width={image.data?.width ?? layout?.width ?? usualPage.width}
          height={image.data?.height ?? layout?.height ?? usualPage.height}
          elements={[]}
        >
          {image.isPending ? <p className="wait over">Page {page}</p> : null}
          {image.isError ? (
            <div className="none">
              <TroubleNote error={image.error} action="Show it again" onAction={() => void image.refetch()} />
            </div>
          ) : null}
          {isCited && box ? <QuotedWords box={box} pageLayout={layout} occasion={fileId} /> : null}
        </PageWithBoxes>
        {cited.quote ? (
          <p className="cap2">
            Citation {cited.figure}: <q dir="auto">{cited.quote}</q>
            {isCited ? "" : `, on page ${cited.page}`}
          </p>
        ) : null}
      </div>
    </section>
  );
}
