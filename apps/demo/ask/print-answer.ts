import type { Citation } from "@headwater/client";
import type { AnswerMessage } from "@headwater/react-hooks";
import { isRecordingName } from "../recording/recording-of.ts";

export type PrintedAnswer = { text: string; citations: Citation[] };

const marker = /\[(\d+)\]/g;
/** Also set for an answer that was not completed. */
const unresolvedMarkers = /[ \t]*\[(?:\d+\]|\d*$)/g;
/** Prevents that `[7]` in a text is read as a citation. It has no width. */
const wordJoiner = "\u2060";
/** The dash of a list item that was quoted in the middle of a line. */
const strayDash = /([.!?:][”"’)]*[ \t]+)[-–•][ \t]+(?=\p{Lu})/gu;

/**
 * Numbers the figures of an answer after those of earlier answers (`offset` figures), so that a figure means one
 * passage in the whole conversation.
 *
 * @example printAnswer("Two years [1]. Seals one [2].", citations, 3).text // "Two years [4]. Seals one [5]."
 */
export function printAnswer(answer: string, citations: readonly Citation[], offset = 0): PrintedAnswer {
  const listed = new Set(citations.map(({ index }) => index));
  const text = answer
    .replace(marker, (whole, number: string) =>
      listed.has(Number(number)) ? `[${Number(number) + offset}]` : `[${wordJoiner}${whole.slice(1)}`,
    )
    .replace(strayDash, "$1");
  return {
    text,
    citations: citations.map((citation) =>
      citation.index == null ? citation : { ...citation, index: citation.index + offset },
    ),
  };
}

/**
 * The printed text of an answer so far. While it is written, its figures are shown before their citations are known. If
 * it ended before the service sent the citations, it has no figures.
 */
export function printMessage(answer: AnswerMessage | undefined, offset: number): PrintedAnswer {
  if (!answer) return { text: "", citations: [] };
  const { text, status, citations } = answer;
  if (status === "streaming") {
    const known = new Set(citations.map(({ index }) => index));
    const awaited = figuresIn(text).filter(({ index }) => !known.has(index));
    return printAnswer(text, [...citations, ...awaited], offset);
  }
  if (status === "done" || citations.length > 0) return printAnswer(text, citations, offset);
  return printAnswer(text.replace(unresolvedMarkers, ""), [], offset);
}

/** A quotation without the dash of its list item. */
export const printQuote = (quote: string): string => quote.trim().replace(/^[-–•][ \t]+/, "");

/** The words that a citation quotes; an older service sends a preview of the passage. */
export const quoteOf = ({ quote, text_preview: preview }: Citation): string | undefined =>
  quote ?? preview ?? undefined;

/** The highest figure of an answer. The next answer continues after it. */
export const lastFigure = (citations: readonly Citation[]): number =>
  Math.max(0, ...citations.map(({ index }) => index ?? 0));

/** Figures of an answer that is still being written, before the service has sent its citations. */
export const figuresIn = (text: string): Citation[] =>
  [...new Set([...text.matchAll(marker)].map((match) => Number(match[1])))].map((index) => ({ index }));

/** A printed answer as plain text: with the figures on screen, and below it the quotations and their places. */
export function plainAnswer({ text, citations }: PrintedAnswer): string {
  const notes = citations.flatMap((citation) => {
    const { index, file_name: name, page_number: page } = citation;
    const quote = quoteOf(citation);
    const isPaged = page && !isRecordingName(name ?? "");
    const place = [name, isPaged && `p. ${page}`].filter(Boolean).join(", ");
    return index == null ? [] : [[`[${index}]`, quote && `“${quote}”`, place].filter(Boolean).join(" ")];
  });
  return [text.replaceAll(wordJoiner, ""), notes.join("\n")].filter(Boolean).join("\n\n");
}
