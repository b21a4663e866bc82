"use client";

import type { Element, ElementType } from "@headwater/client";
import { useDeferredValue, useRef, useState } from "react";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { counted } from "../sources/sizes.ts";
import { useAllElements } from "./all-elements.ts";
import { ElementEntry } from "./element-entry.tsx";
import type { View } from "./element-text.tsx";
import { elementsWith } from "./find.ts";
import { MoreWhenSeen } from "./more-when-seen.tsx";
import { ReaderBar } from "./reader-bar.tsx";
import { useInView } from "./use-in-view.ts";

/** Maximum number of matches that are shown at once. Nobody reads more. */
const maxFinds = 300;

type Properties = {
  fileId: string;
  /** The page beside the text. Undefined for a source without page images: then all of its text is shown. */
  page: number | undefined;
  pageElements: ReturnType<typeof useAllElements>;
  litId: string | undefined;
  chosenId: string | undefined;
  onLight(elementId: string | undefined): void;
  onChoose(element: Element): void;
  /** Changes when this becomes visible on a phone. */
  tab: string;
};

/** The elements of the page. The elements of the whole document during a search, or without pages. */
export function Reader({ fileId, page, pageElements, litId, chosenId, onLight, onChoose, tab }: Properties) {
  const [view, setView] = useState<View>("text");
  const [type, setType] = useState<ElementType>();
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const isSearch = type !== undefined || words.trim() !== "";
  const isWhole = isSearch || page === undefined;
  const list = useRef<HTMLDivElement>(null);

  const [isSought, setSought] = useState(chosenId !== undefined);
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
      <div ref={list}>
        {shown.map((element, index) => (
          <Passage
            key={element.element_id ?? index}
            before={isWhole ? shown[index - 1] : element}
            element={element}
            hasPages={page !== undefined || isWhole}
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
          {isSearch ? "No element matches. Try other words or all types." : "Nothing was read on this page."}
        </p>
      ) : null}
      {isWhole && words.trim() === "" && whole.hasNextPage && !whole.isError ? (
        <MoreWhenSeen isLoading={whole.isFetchingNextPage} onMore={() => void whole.fetchNextPage()} />
      ) : null}
    </section>
  );
}

/** An element. When a new page begins, the page number is above it. */
function Passage({
  before,
  element,
  hasPages,
  children,
}: {
  before: Element | undefined;
  element: Element;
  hasPages: boolean;
  children: React.ReactNode;
}) {
  const isNewPage = hasPages && element.page_number && element.page_number !== before?.page_number;
  return (
    <>
      {isNewPage && (before !== undefined || element.page_number !== 1) ? (
        <p className="pagebreak">
          <span className="label num">Page {element.page_number}</span>
        </p>
      ) : null}
      {children}
    </>
  );
}

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
