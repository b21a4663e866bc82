"use client";

import type { Element } from "@headwater/client";
import { isApiError } from "@headwater/client";
import { PageWithBoxes } from "@headwater/react-hooks";
import { type CSSProperties, useState } from "react";
import type { Box } from "../evidence/box-text.ts";
import type { PageImageResult } from "../facsimile/use-page-image.ts";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { boxTag } from "./box-tag.ts";
import { DrawnText } from "./drawn-text.tsx";
import { labelOfElement, nameOfElement } from "./element-names.ts";
import { PageBar } from "./page-bar.tsx";
import { type PageSize, widthAt } from "./page-size.tsx";
import { QuotedWords } from "./quoted-words.tsx";
import { Thumbs } from "./thumbs.tsx";

/** US Letter: used until the size of a page is known. */
const usualPage = { width: 612, height: 792 };

type Properties = {
  fileId: string;
  name: string;
  /** What a page is called: "Page", "Slide". */
  noun: string;
  image: PageImageResult;
  /** Whether there is no picture of this page. */
  isMissing: boolean;
  page: number;
  pageCount: number;
  onPage(page: number): void;
  /** Whether the text names the same pages as the pictures. */
  isPaged: boolean;
  failedPages: readonly number[];
  size: PageSize;
  onSize(size: PageSize): void;
  elements: readonly Element[];
  /** Element under the pointer or the focus, here or in the text. */
  litId: string | undefined;
  chosenId: string | undefined;
  /** Around the words of the chosen element that are quoted: they are marked instead of the whole element. */
  quotedBox: Box | undefined;
  /** Changes when the page becomes visible on a phone. */
  tab: string;
  onLight(elementId: string | undefined): void;
  onChoose(element: Element): void;
  /** Shows the chosen element in the text. On phones the text is on another tab. */
  onRead(): void;
};

/** The page image, with a box on each element. */
export function Viewer(properties: Properties) {
  const {
    name,
    noun,
    image,
    isMissing,
    page,
    pageCount,
    onPage,
    elements,
    litId,
    chosenId,
    quotedBox,
    size,
    onLight,
    onChoose,
  } = properties;
  const [isPrinted, setPrinted] = useState(false);
  const layout = elements.find(({ page_layout }) => page_layout)?.page_layout;
  const shownElement = [litId, chosenId]
    .map((id) => id && elements.find(({ element_id }) => element_id === id))
    .find((found) => found);
  const shown = shownElement || undefined;
  const pageWidth = widthAt(size, layout?.width ?? usualPage.width);
  const width = pageWidth === undefined ? undefined : ({ "--page-width": `${pageWidth}px` } as CSSProperties);
  const isDrawn = isMissing && elements.some(({ bounding_box }) => bounding_box);
  return (
    <section className={`viewer${pageCount > 1 ? " thumbed" : ""}`} id="page" aria-label={`Page ${page}`}>
      <div className="sticky">
        <PageBar
          noun={noun}
          page={page}
          pageCount={pageCount}
          onPage={onPage}
          size={size}
          onSize={properties.onSize}
          isPrinted={isPrinted}
          onPrinted={setPrinted}
        />
        <div className="spread">
          {pageCount > 1 ? (
            <Thumbs
              fileId={properties.fileId}
              noun={noun}
              page={page}
              pageCount={pageCount}
              failedPages={properties.failedPages}
              isPaged={properties.isPaged}
              onPage={onPage}
            />
          ) : null}
          <div className="pagebox" data-size={size} style={width} tabIndex={size === "fit" ? undefined : 0}>
            <PageWithBoxes
              key={page}
              className={`pageimg${isPrinted ? " printed" : ""}`}
              src={image.data?.src}
              alt={`Page ${page} of ${name}`}
              width={image.data?.width ?? layout?.width ?? usualPage.width}
              height={image.data?.height ?? layout?.height ?? usualPage.height}
              elements={elements}
              activeElementId={[litId, quotedBox ? undefined : chosenId]}
              onActiveChange={onLight}
              onElementPress={onChoose}
              boxLabel={labelOfElement}
              label={`Elements of page ${page}`}
            >
              {isDrawn ? <DrawnText elements={elements} /> : null}
              {image.isError && !isDrawn ? (
                <NoImage error={image.error} onAgain={() => void image.refetch()} />
              ) : null}
              {image.isPending && !isMissing ? <p className="wait over">Page {page}</p> : null}
              {quotedBox ? (
                <QuotedWords box={quotedBox} pageLayout={layout} occasion={`${properties.tab} ${page}`} />
              ) : null}
              {shown ? <Tag element={shown} /> : null}
            </PageWithBoxes>
          </div>
        </div>
        {isDrawn ? (
          <p className="hint">
            There is no picture of this {noun.toLowerCase()}: its text is drawn in its place.
          </p>
        ) : null}
        <Picked
          element={elements.find(({ element_id }) => element_id === chosenId)}
          onRead={properties.onRead}
        />
      </div>
    </section>
  );
}

/** The name of a box in the margin of the page. */
function Tag({ element }: { element: Element }) {
  const tag = boxTag(element);
  if (!tag) return null;
  return (
    <span
      className={tag.isWithin ? "bxtag within" : "bxtag"}
      style={{ left: tag.left, top: tag.top }}
      aria-hidden="true"
    >
      {nameOfElement(element)}
    </span>
  );
}

function NoImage({ error, onAgain }: { error: Error; onAgain(): void }) {
  return (
    <div className="none">
      {isApiError(error, 404) ? (
        <p>This page has no image.</p>
      ) : (
        <TroubleNote error={error} action="Show it again" onAction={onAgain} />
      )}
    </div>
  );
}

/** The text of the chosen element below the page, when there is no space for the text beside it. */
function Picked({ element, onRead }: { element: Element | undefined; onRead(): void }) {
  if (!element) return null;
  return (
    <div className="picked onlynarrow" aria-live="polite">
      <span className="label">{nameOfElement(element)}</span>
      <p className="clamp" dir="auto">
        {element.text}
      </p>
      <button type="button" className="btn bare" onClick={onRead}>
        Read it
      </button>
    </div>
  );
}
