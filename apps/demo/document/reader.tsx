"use client";

import type { Element, ElementType, Source } from "@headwater/client";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { counted } from "../sources/sizes.ts";
import { useAllElements } from "./all-elements.ts";
import { ElementEntry } from "./element-entry.tsx";
import type { View } from "./element-text.tsx";
import { elementsWith } from "./find.ts";
import { MoreWhenSeen } from "./more-when-seen.tsx";
import { PageHeading } from "./page-heading.tsx";
import { pageNoun } from "./page-reading.ts";
import { ReaderBar } from "./reader-bar.tsx";
import { useInView } from "./use-in-view.ts";

/** Maximum number of matches that are shown at once. Nobody reads more. */
const maxFinds = 300;

type Properties = {
  source: Source;
  /** The page beside the text. Undefined for a source without page images: then all of its text is shown. */
  page: number | undefined;
  pageElements: ReturnType<typeof useAllElements>;
  litId: string | undefined;
  chosenId: string | undefined;
  onLight(elementId: string | undefined): void;
  onChoose(element: Element): void;
  /** Changes when this becomes visible on a phone. */
  tab: string;
  /** What stands above the text. */
  notes: ReactNode;
  /** Pages that could not be read. */
  failedPages?: readonly number[] | undefined;
};

/** The elements of the page. The elements of the whole document during a search, or without pages. */
export function Reader(properties: Properties) {
  const { source, page, pageElements, litId, chosenId, onLight, onChoose, tab, notes } = properties;
  const { file_id: fileId } = source;
  const [view, setView] = useState<View>("text");
  const [type, setType] = useState<ElementType>();
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const isSearch = type !== undefined || words.trim() !== "";
  const isWhole = isSearch || page === undefined;
  const list = useRef<HTMLDivElement>(null);

  const [isSought, setSought] = useState(chosenId !== undefined);
  const [lastChosen, setLastChosen] = useState(chosenId);
  const whole = useAllElements(
    isWhole ? fileId : undefined,
    type ? { type } : {},
    words.trim() !== "" || (page === undefined && isSought),
  );
  const query = isWhole ? whole : pageElements;
  const found = isWhole ? elementsWith(whole.elements, words) : pageElements.elements;
  const shown = isSearch ? found.slice(0, maxFinds) : found;
  const isThere = shown.some(({ element_id }) => element_id === chosenId);
  if (isSought && (isThere || whole.isComplete)) setSought(false);
  // Chosen in the outline, and not loaded yet.
  if (!isSought && chosenId !== lastChosen) {
    setLastChosen(chosenId);
    if (chosenId !== undefined && !isThere && !isSearch) setSought(true);
  }
  useInView(list, isThere ? chosenId : undefined, `${tab} ${isWhole}`);

  return (
    <section
      className="reader"
      id="elements"
      aria-label={page && !isSearch ? `Elements of page ${page}` : "Elements"}
    >
      <ReaderBar view={view} onView={setView} type={type} onType={setType} words={typed} onWords={setTyped} />
      {isSearch ? (
        <p className="finds label" role="status">
          {findsInWords(found.length, shown.length, query)}
        </p>
      ) : null}
      {isSearch ? null : notes}
      {isWhole || page === undefined || shown.length === 0 ? null : (
        <PageHeading
          noun={pageNoun(source)}
          page={page}
          elements={shown}
          fileType={source.file_type}
          isFirst
        />
      )}
      <div ref={list}>
        {shown.map((element, index) => (
          <Passage
            key={element.element_id ?? index}
            source={source}
            before={isWhole ? shown[index - 1] : element}
            element={element}
            elements={shown}
          >
            <ElementEntry
              fileId={fileId}
              element={element}
              view={view}
              words={words}
              isFirst={index === 0}
              isLit={litId !== undefined && element.element_id === litId}
              isChosen={chosenId !== undefined && element.element_id === chosenId}
              onLight={onLight}
              onChoose={onChoose}
            />
          </Passage>
        ))}
      </div>
      {query.isPending && !query.isError ? <p className="wait none">Reading elements</p> : null}
      {query.isError ? (
        <div className="none">
          <TroubleNote error={query.error} action="Read them again" onAction={() => void query.refetch()} />
        </div>
      ) : null}
      {query.isComplete && found.length === 0 ? (
        <p className="none">
          {isSearch
            ? "No element matches. Try other words or all types."
            : page !== undefined && properties.failedPages?.includes(page)
              ? "This page could not be read."
              : "Nothing was read on this page."}
        </p>
      ) : null}
      {isWhole && words.trim() === "" && whole.hasNextPage && !whole.isError ? (
        <MoreWhenSeen isLoading={whole.isFetchingNextPage} onMore={() => void whole.fetchNextPage()} />
      ) : null}
    </section>
  );
}

/** An element. When a new page begins, the head of the page is above it. */
function Passage({ source, before, element, elements, children }: PassageProperties) {
  const page = element.page_number;
  const isNewPage = page && page !== before?.page_number;
  const isOnlyPage = before === undefined && (source.total_pages ?? 1) === 1;
  return (
    <>
      {isNewPage && !isOnlyPage ? (
        <PageHeading
          noun={pageNoun(source)}
          page={page}
          elements={elements.filter(({ page_number }) => page_number === page)}
          fileType={source.file_type}
          isFirst={before === undefined}
        />
      ) : null}
      {children}
    </>
  );
}

type PassageProperties = {
  source: Source;
  before: Element | undefined;
  element: Element;
  /** All elements that are shown. */
  elements: readonly Element[];
  children: ReactNode;
};

function findsInWords(
  found: number,
  shown: number,
  { isComplete, isError, total, elements }: ReturnType<typeof useAllElements>,
): string {
  if (isError) return "";
  const finds =
    shown < found ? `The first ${shown} of ${counted(found, "element")}` : counted(found, "element");
  if (isComplete || elements.length === total) return found === 0 ? "" : `${finds} in the whole document.`;
  return total === undefined ? "Looking" : `${finds} so far, looking through ${elements.length} of ${total}.`;
}
