import { escapeLineStarts, escapeMarkdown } from "@headwater/reader";

// Controls except tab and line feed, Unicode's own line breaks, and what turns or nests the direction of a text.
const unwanted = /(?![\t\n])\p{Cc}|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text that is Markdown or HTML already, without invisible characters. */
export const withoutControls = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, "\n").replace(unwanted, "");

/** A name or a short text from a document, within a line of Markdown. */
export const inlineMarkdown = (text: string): string =>
  escapeMarkdown(withoutControls(text).replace(/\s+/g, " ").trim());

/** Plain text from a document as paragraphs of Markdown, line by line. */
export const blockMarkdown = (text: string): string =>
  escapeLineStarts(escapeMarkdown(withoutControls(text)));
