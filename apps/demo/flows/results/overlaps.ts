/** A run of a document's text that belongs to one chunk, or to two that share it. */
export type Stretch = {
  text: string;
  /** Whether the chunk before it holds this text too. */
  isShared: boolean;
  /** Chunks that begin here, and that end behind it, by their number. */
  begins: number[];
  ends: number[];
};

export type NumberedChunk = {
  number: number;
  text: string;
  start?: number | undefined;
  end?: number | undefined;
};

/** Maximum length that is compared to find what two chunks share, in characters. */
const maxShared = 4_000;

/**
 * Lays neighbouring chunks of one document out as its text: what two of them share stands once. Offsets say how much
 * that is; without them it is found by comparing the end of one with the beginning of the next.
 */
export function stretchesOf(chunks: readonly NumberedChunk[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const next = chunks[at + 1];
    const shared = at === 0 ? 0 : sharedLength(chunks[at - 1] as NumberedChunk, chunk);
    const sharedAfter = next ? sharedLength(chunk, next) : 0;
    const own = chunk.text.slice(shared);
    if (shared > 0) {
      const last = stretches.at(-1);
      // The text both hold was drawn with the chunk before: it begins this one, too.
      if (last) last.begins.push(chunk.number);
    }
    const split = Math.max(0, own.length - sharedAfter);
    const first = {
      text: own.slice(0, split),
      isShared: false,
      begins: shared > 0 ? [] : [chunk.number],
      ends: [],
    };
    const rest = { text: own.slice(split), isShared: true, begins: [] as number[], ends: [chunk.number] };
    if (sharedAfter > 0 && rest.text !== "")
      stretches.push(...(first.text === "" ? [{ ...rest, begins: first.begins }] : [first, rest]));
    else stretches.push({ ...first, text: own, ends: [chunk.number] });
  }
  return stretches;
}

function sharedLength(one: NumberedChunk, next: NumberedChunk): number {
  if (one.end !== undefined && next.start !== undefined) {
    const shared = Math.max(0, one.end - next.start);
    if (one.text.endsWith(next.text.slice(0, shared))) return Math.min(shared, next.text.length);
  }
  for (let length = Math.min(one.text.length, next.text.length, maxShared) - 1; length > 0; length--)
    if (one.text.endsWith(next.text.slice(0, length))) return length;
  return 0;
}
