import { OcrError } from "./ocr/recognise-text.ts";
import { ParseError } from "./parse-error.ts";

const maxPagesNamed = 20;

/** Names the pages that could not be read, and why the first of them could not. Null when there are none. */
export function failedPagesMessage(pages: readonly number[], firstFailure: unknown): string | null {
  if (pages.length === 0) return null;
  const others = pages.length > maxPagesNamed ? ` and ${pages.length - maxPagesNamed} more` : "";
  const named = `${pages.length === 1 ? "Page" : "Pages"} ${pages.slice(0, maxPagesNamed).join(", ")}${others}`;
  const damaged = `what ${pages.length === 1 ? "it holds" : "they hold"} is damaged`;
  return `${named} could not be read: ${messageOf(firstFailure) ?? damaged}`;
}

/** Other errors are about our own work, not about the document. */
const messageOf = (failure: unknown): string | undefined =>
  failure instanceof ParseError || failure instanceof OcrError
    ? failure.message.replace(/\.$/, "")
    : undefined;
