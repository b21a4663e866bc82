import type { RetrievedChunk } from "./retrieved-chunk.ts";
import { type ComparedText, sameButForLittle, toCompared } from "./same-but-for-little.ts";

/** In characters. The same shorter text in two places may be about two things: "Total: 100". */
const minCopy = 40;
/** Other places that one hit names. */
const maxCopies = 10;

type Hit = { chunk: RetrievedChunk; compared: ComparedText };

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
  const byText = new Map<string, Hit>();
  // Of hits that differ here none is a copy of another: so each is compared with few, however many there are.
  const byTelling = new Map<string, Hit[]>();

  return {
    add(chunk) {
      const plain = `${chunk.title}\n${chunk.text}`.replace(/\s+/g, " ").trim();
      const compared = toCompared(plain);
      const alike = byTelling.get(compared.telling) ?? [];
      const original =
        plain.length < minCopy
          ? undefined
          : (byText.get(plain) ?? alike.find((other) => sameButForLittle(compared, other.compared)));
      if (!original) {
        const hit = { chunk, compared };
        kept.push(hit);
        byText.set(plain, hit);
        byTelling.set(compared.telling, [...alike, hit]);
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

/** Hits that came from several searches. */
export function collapseCopies(chunks: RetrievedChunk[]): RetrievedChunk[] {
  const collapser = createCopyCollapser();
  for (const chunk of chunks) collapser.add(chunk);
  return collapser.hits();
}
