/** A run of a document's text that belongs to one chunk, or to two that share it. */
export type Stretch = {
  text: string;
  /** Whether the chunk before it holds this text too. */
  isShared: boolean;
  /** What stood here and was left out; such a stretch has no text. */
  leftOut?: LeftOut;
  /** Chunks that begin here, and that end behind it, by their number. */
  begins: number[];
  ends: number[];
};

/** An element that was left out. `at`: its place in the text of the chunk. */
export type LeftOut = { at: number; type: string; text: string };

export type NumberedChunk = {
  number: number;
  text: string;
  start?: number | undefined;
  end?: number | undefined;
  leftOut?: readonly LeftOut[];
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
    const drawn: Stretch[] =
      sharedAfter > 0 && rest.text !== ""
        ? first.text === ""
          ? [{ ...rest, begins: first.begins }]
          : [first, rest]
        : [{ ...first, text: own, ends: [chunk.number] }];
    stretches.push(...withLeftOut(drawn, chunk.leftOut ?? [], shared));
  }
  return stretches;
}

/** The stretches of a chunk from `from` on, cut where something was left out. */
function withLeftOut(stretches: Stretch[], leftOut: readonly LeftOut[], from: number): Stretch[] {
  const drawn = leftOut.map((each) => ({
    at: each.at,
    stretch: { text: "", isShared: false, begins: [], ends: [], leftOut: each },
  }));
  const all: Stretch[] = [];
  let start = from;
  for (const stretch of stretches) {
    const end = start + stretch.text.length;
    let rest = stretch;
    // What is before the text of the chunk is before its bracket, too.
    while (drawn[0] && drawn[0].at < end) {
      const { at, stretch: gone } = drawn.shift() as (typeof drawn)[number];
      const cut = Math.max(0, at - (end - rest.text.length));
      if (cut > 0) all.push({ ...rest, text: rest.text.slice(0, cut), ends: [] });
      all.push(gone);
      rest = { ...rest, text: rest.text.slice(cut), begins: cut > 0 ? [] : rest.begins };
    }
    all.push(rest);
    start = end;
  }
  return [...all, ...drawn.map(({ stretch }) => stretch)];
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
