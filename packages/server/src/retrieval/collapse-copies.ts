import type { RetrievedChunk } from "./retrieved-chunk.ts";
import { type ComparedText, sameButForLittle, signsOf, toCompared } from "./same-but-for-little.ts";

/** In characters. The same shorter text in two places may be about two things: "Total: 100". */
const minCopy = 40;
/** Other places that one hit names. */
const maxCopies = 10;

type Hit = { chunk: RetrievedChunk; compared?: ComparedText };

export type CopyCollapser = {
  /** Takes the next hit. One that has the text of an earlier hit becomes another place of that one. */
  add(chunk: RetrievedChunk): void;
  /** The hits so far, each text once, in the order in which they came. */
  hits(): RetrievedChunk[];
  size(): number;
};

/**
 * Collapses hits that have the same text under the same headings, and those that differ in a few plain words only. What
 * differs in a number, a name or a negation says something else, and stays.
 */
export function createCopyCollapser(): CopyCollapser {
  const kept: Hit[] = [];
  // Of hits that differ here none is a copy of another: so few are read closely, however many there are.
  const bySigns = new Map<number, Hit[]>();

  return {
    add(chunk) {
      const hit: Hit = { chunk };
      const signs = signsOf(chunk.text, signsOf(chunk.title));
      const alike = bySigns.get(signs) ?? [];
      const original = alike.find((other) => isCopy(comparedOf(hit), comparedOf(other)));
      if (!original) {
        kept.push(hit);
        bySigns.set(signs, [...alike, hit]);
        return;
      }
      const { copies: ownCopies = [], ...place } = chunk;
      const copies = [...(original.chunk.copies ?? []), place, ...ownCopies].slice(0, maxCopies);
      original.chunk = { ...original.chunk, copies };
    },
    hits: () => kept.map(({ chunk }) => chunk),
    size: () => kept.length,
  };
}

function comparedOf(hit: Hit): ComparedText {
  hit.compared ??= toCompared(`${hit.chunk.title}\n${hit.chunk.text}`.replace(/\s+/g, " ").trim());
  return hit.compared;
}

const isCopy = (one: ComparedText, other: ComparedText): boolean =>
  one.plain.length >= minCopy && (one.plain === other.plain || sameButForLittle(one, other));

/** Hits that came from several searches. */
export function collapseCopies(chunks: RetrievedChunk[]): RetrievedChunk[] {
  const collapser = createCopyCollapser();
  for (const chunk of chunks) collapser.add(chunk);
  return collapser.hits();
}
