import { type Span, splitSentences } from "../../text/sentences.ts";

/** The sentences of a text, also where short lines were wrapped. A row of a table is one. */
export function evidenceSentences(text: string): Span[] {
  const lines = [...text.matchAll(/[^\n]+/g)].filter(({ 0: line }) => line.trim() !== "");
  const rows = lines.filter(({ 0: line }) => line.includes(" | "));
  if (lines.length > 1 && 2 * rows.length >= lines.length)
    return lines.map(({ 0: line, index }) => ({ start: index, end: index + line.length }));
  const spans: Span[] = [];
  for (const span of splitSentences(text)) {
    const before = spans.at(-1);
    const gap = text.slice(before?.end ?? 0, span.start);
    const goesOn = gap.includes("\n") && /^\p{Ll}/u.test(text.slice(span.start, span.start + 2));
    const isOpen = /[\p{L}\p{N},-]$/u.test(text.slice(0, before?.end ?? 0).slice(-2));
    if (before && goesOn && isOpen) before.end = span.end;
    else spans.push({ ...span });
  }
  return spans;
}
