import type { SectionStart } from "./sections.ts";

export type PageCounter = {
  current(): number;
  /** Call when text or a picture is on the current page. */
  mark(): void;
  /** A page break that the author set. It always starts a new page. */
  hardBreak(): void;
  /**
   * A break that Word recorded when it last laid out the text, or one that only counts in the middle of a page. Two
   * such breaks in a row count once.
   */
  softBreak(): void;
  /** Call when a section starts. */
  section(start: SectionStart): void;
};

/** Counts the pages of a text document by its page breaks. It starts at 1. */
export function createPageCounter(): PageCounter {
  let page = 1;
  let atTop = true;
  return {
    current: () => page,
    mark() {
      atTop = false;
    },
    hardBreak() {
      page += 1;
      atTop = true;
    },
    softBreak() {
      if (!atTop) page += 1;
      atTop = true;
    },
    section(start) {
      if (start === "same") return;
      if (!atTop) page += 1;
      atTop = true;
      // A printer inserts a blank page when the page number must be odd or even.
      if ((start === "odd" && page % 2 === 0) || (start === "even" && page % 2 === 1)) page += 1;
    },
  };
}

/** A counter for parts outside the flow of pages: headers, notes, text boxes. */
export function fixedPage(page: number): PageCounter {
  return {
    current: () => page,
    mark: () => undefined,
    hardBreak: () => undefined,
    softBreak: () => undefined,
    section: () => undefined,
  };
}
