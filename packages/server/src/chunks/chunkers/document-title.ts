import type { Element } from "../../elements/element.ts";

/** In characters. A longer text is not a line of a title page. */
const maxLine = 80;
/** Lines of a title page that name the document. */
const maxLines = 3;

export type DocumentTitle = {
  /** Takes the elements in order, without page headers and footers. */
  add(element: Element): void;
  /** What the document calls itself, as soon as its text has begun; undefined when it does not. */
  title(): string | undefined;
};

/**
 * Finds what a document calls itself on its first page: the short lines before its text, as "Annual Report 2021" and
 * "Kestrel Marine AG". Where the text begins on the same page, the last heading is that of the text itself.
 */
export function createDocumentTitle(): DocumentTitle {
  const lines: Element[] = [];
  let hasBegun = false;
  let found: string | undefined;
  return {
    add(element) {
      if (hasBegun) return;
      if (isTitleLine(element)) lines.push(element);
      else {
        hasBegun = true;
        const isTitlePage = element.pageNumber > 1;
        const heading = lines.findLastIndex(({ type }) => type === "Title");
        const naming = isTitlePage || heading < 1 ? lines : lines.slice(0, heading);
        if (lines.length > (isTitlePage ? 0 : 1) && naming[0]?.type === "Title")
          found = naming
            .slice(0, maxLines)
            .map(({ text }) => text.trim().replace(/\s+/g, " "))
            .join(" ");
      }
    },
    title: () => found,
  };
}

const isTitleLine = ({ type, text, pageNumber }: Element): boolean =>
  pageNumber === 1 &&
  text.trim().length <= maxLine &&
  (type === "Title" ||
    ((type === "UncategorizedText" || type === "NarrativeText") && !/[.:;,!?]\s*$/u.test(text)));
