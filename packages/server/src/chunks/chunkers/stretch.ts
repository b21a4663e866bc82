import { newId } from "../../kernel/ids.ts";
import type { Chunk } from "../chunk.ts";
import { bestCuts, type Range } from "./best-cuts.ts";
import { commonPath, joinPath } from "./headings.ts";
import { overlapStart } from "./overlap.ts";
import type { Passage } from "./passages.ts";
import type { Splitter } from "./splitter.ts";
import { joinTiny, type Unit, unitsOf } from "./units.ts";

/** A long text is cut whenever so many characters wait, so that it need not fit in memory. */
const maxWaiting = 65_536;
/** And so many chunks: where the last ones end depends on what follows. */
const minChunksWaiting = 8;
const chunksKept = 2;

export type Lengths = { size: number; overlap: number };

/** A run of passages whose chunks may reach from one to the next. */
export type Stretch = {
  add(passage: Passage): void;
  /** Whether `cut` has something to do before the stretch ends. */
  isFull(): boolean;
  /** The chunks that are certain; at the end of the stretch all that are left. */
  cut(isEnd: boolean): Promise<Omit<Chunk, "position">[]>;
};

export function createStretch(splitter: Splitter, lengths: Lengths): Stretch {
  const { measure, separator, weigh } = splitter;
  const overlap = lengths.overlap * measure.unit;
  // What a chunk repeats has its place beside what is new in it.
  const max = lengths.size * measure.unit - overlap;
  let passages: Passage[] = [];
  let units: Unit[] = [];
  let text = "";
  let base = 0;
  /** Units at the beginning that are in a chunk already; the next one may repeat them. */
  let done = 0;
  let fullAt = maxWaiting;

  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start - base, end - base);

  const toChunk = (
    range: Range,
    previous: Range | undefined,
    ruler: (start: number, end: number) => number,
  ) => {
    const fresh = { start: units[range.from]?.start ?? 0, end: units[range.to - 1]?.end ?? 0 };
    const from = previous && overlap > 0 && ruler(fresh.start, fresh.end) <= max ? previous.from : range.from;
    const start = overlapStart(units.slice(from, range.from + 1), overlap, ruler, textOf);
    const within = (at: number) => passages.filter((each) => each.end > at && each.start < fresh.end);
    const all = within(start);
    return {
      chunkId: newId(),
      text: textOf({ start, end: fresh.end }),
      title: joinPath(pathOf(within(fresh.start))),
      pageNumber: all[0]?.element.pageNumber ?? 1,
      elementIds: all.map(({ element }) => element.elementId),
      charStart: start,
      charEnd: fresh.end,
      elementTypes: [...new Set(all.map(({ element }) => element.type))],
    };
  };

  return {
    add(passage) {
      const last = passages.at(-1);
      if (last) text += passage.separator;
      else base = passage.start;
      text += passage.text;
      for (const unit of unitsOf(passage, last, { measure, max, separator })) units.push(unit);
      passages.push(passage);
    },
    isFull: () => text.length >= fullAt,
    async cut(isEnd) {
      if (units.length === 0) return [];
      const measured = measure.of(text);
      const ruler = (start: number, end: number) => measured(start - base, end - base);
      const waiting = joinTiny(units.slice(done), max, ({ start, end }) => ruler(start, end));
      units = [...units.slice(0, done), ...waiting];
      const weights = weigh ? await weigh(units, textOf) : undefined;
      const cuttable = weights
        ? units.map(({ cost }, index) => ({ cost: cost + (weights[index] ?? 0) }))
        : units;
      const ranges = bestCuts(cuttable, done, max, ({ from, to }) =>
        ruler(units[from]?.start ?? 0, units[to - 1]?.end ?? 0),
      );
      const certain = isEnd ? ranges : ranges.slice(0, ranges.length < minChunksWaiting ? 0 : -chunksKept);
      const chunks = certain.map((range, index) => {
        const before = certain[index - 1] ?? (done > 0 ? { from: 0, to: done } : undefined);
        return toChunk(range, before, ruler);
      });
      const last = certain.at(-1);
      if (last && !isEnd) keepFrom(last);
      fullAt = text.length + maxWaiting;
      return chunks;
    },
  };

  /** Forgets what is before a range, which stays to be repeated. */
  function keepFrom(range: Range): void {
    const start = units[range.from]?.start ?? base;
    text = text.slice(start - base);
    base = start;
    units = units.slice(range.from);
    done = range.to - range.from;
    passages = passages.filter(({ end }) => end > start);
  }
}

/** The headings above all of the text. Headings that lead it are above it. */
function pathOf(passages: Passage[]): string[] {
  const texts = passages.filter(({ element }) => element.type !== "Title");
  const paths = (texts.length > 0 ? texts : passages.slice(-1)).map(({ path }) => path);
  return paths.reduce(commonPath, paths[0] ?? []);
}
