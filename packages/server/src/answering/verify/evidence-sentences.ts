import { type Span, splitSentences } from "../../text/sentences.ts";

/** The sentences of a text. A row of a table (a line with `|` between its cells) is one. */
export function evidenceSentences(text: string): Span[] {
  if (!text.includes(" | ")) return splitSentences(text);
  const spans: Span[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (line.trim() !== "") spans.push({ start: index, end: index + line.length });
  }
  return spans;
}
