import type { SectionStart } from "./sections.ts";

export type PageCounter = {
  current(): number;
  /** Text or a picture was set on the current page. */
  mark(): void;
  /** A break the author set: always a new page. */
  hardBreak(): void;
  /** A break Word noted when it last laid the text out, or one that only applies mid-page: not counted twice in a row. */
  softBreak(): void;
  /** A section starts here. */
  section(start: SectionStart): void;
};

/** Counts pages of a text document by its page breaks; 1 at the start. */
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
      // Printing inserts a blank page where the numbers ask for it.
      if ((start === "odd" && page % 2 === 0) || (start === "even" && page % 2 === 1)) page += 1;
    },
  };
}

/** For parts that stand outside the flow of pages: headers, notes, text boxes. */
export function fixedPage(page: number): PageCounter {
  return {
    current: () => page,
    mark: () => undefined,
    hardBreak: () => undefined,
    softBreak: () => undefined,
    section: () => undefined,
  };
}
