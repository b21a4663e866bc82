import type { Element } from "@headwater/client";
import { fetchedFrom, type PageReading, readingOf } from "./page-reading.ts";

type Properties = {
  /** "Page", "Slide", "Picture". */
  noun: string;
  page: number;
  elements: readonly Element[];
  fileType: string;
  /** Whether the page could not be read. */
  isFailed: boolean;
  isFirst: boolean;
};

/** The head of a page in the text: its number, how it was read, and where it was fetched. */
export function PageHeading({ noun, page, elements, fileType, isFailed, isFirst }: Properties) {
  const { words, isDoubtful } = elements.length === 0 ? emptyWords(isFailed) : readingOf(elements, fileType);
  const first = elements[0];
  const from = first && fetchedFrom(first);
  return (
    <div className={isFirst ? "pgh columns lead1" : "pgh columns"} data-page={page}>
      <h2 className="num">
        {noun} {page.toLocaleString("en")}
      </h2>
      <span>
        {words === "" ? null : <span className={isDoubtful ? "bad" : undefined}>{words}</span>}
        {from === undefined ? null : from.href === undefined ? (
          from.words
        ) : (
          <a href={from.href} target="_blank" rel="noreferrer">
            {from.words}
          </a>
        )}
      </span>
    </div>
  );
}

const emptyWords = (isFailed: boolean): PageReading =>
  isFailed
    ? { words: "could not be read", isDoubtful: true }
    : { words: "nothing was read on it", isDoubtful: false };
