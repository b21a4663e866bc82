import type { Span } from "../corpora/excerpt-documents.ts";

/** How much of the excerpts was found, and how much of what was found is of them; each 0..1. */
export type ExcerptScore = { recall: number; precision: number; iou: number };

/**
 * The measure of chunking_evaluation, by characters: the found part of the excerpts, by all of the excerpts (recall), by
 * all of the chunks (precision) and by both (intersection over union). Text that several chunks repeat counts once among
 * what was found, and each time among the chunks.
 */
export function scoreExcerpts(chunks: Span[], excerpts: Span[]): ExcerptScore {
  const found = lengthOf(
    union(chunks.flatMap((chunk) => excerpts.flatMap((excerpt) => intersection(chunk, excerpt) ?? []))),
  );
  const wanted = lengthOf(excerpts);
  const retrieved = lengthOf(chunks);
  const missed = lengthOf(union(excerpts)) - found;
  return {
    recall: wanted === 0 ? 1 : found / wanted,
    precision: retrieved === 0 ? 0 : found / retrieved,
    iou: retrieved + missed === 0 ? 0 : found / (retrieved + missed),
  };
}

const lengthOf = (spans: Span[]): number => spans.reduce((sum, { start, end }) => sum + end - start, 0);

function intersection(one: Span, other: Span): Span | null {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
  return start < end ? { start, end } : null;
}

function union(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}
