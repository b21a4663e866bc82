import type { VersionId } from "../../kernel/ids.ts";
import { joinSegments, type LivingSegment } from "./join-segments.ts";
import { bytesOf } from "./pack-segment.ts";
import type { WordTotals } from "./score-segments.ts";
import { markOf, numberOf, type Segment, slotsOf, versionMarkOf, versionOf } from "./segment.ts";

export type HeldSegment = LivingSegment & {
  /** Null of one that is in memory only. */
  segmentId: string | null;
  deadSlots: number;
};

/** The segments of a project in memory: stored ones, then those that are in memory only. */
export type HeldSegments = {
  list(): readonly HeldSegment[];
  totals(): WordTotals;
  add(segment: Segment, segmentId: string | null): void;
  /** Puts one segment in the place of others; without slots it is left out. */
  replace(parts: readonly HeldSegment[], segment: Segment, segmentId: string | null): void;
  /** Leaves out stored segments but these, and all that are in memory only. */
  keepOnly(segmentIds: ReadonlySet<string>): void;
  /** Marks versions as gone: of what was added up to the number that each was gone at. */
  bury(gone: ReadonlyMap<VersionId, number>): void;
  /** Keeps the segments in memory few: the latest is joined to the one before it while that is not much larger. */
  joinLatest(maxSlots: number): void;
  /** Chunks by version. */
  versions(): Map<VersionId, number>;
  bytes(): number;
};

export const livingSlots = ({ segment, deadSlots }: HeldSegment): number => slotsOf(segment) - deadSlots;
export const isStored = ({ segmentId }: HeldSegment): boolean => segmentId !== null;

export function createHeldSegments(): HeldSegments {
  let held: HeldSegment[] = [];
  const totals: WordTotals = { chunks: 0, terms: 0 };

  const count = ({ segment, dead }: LivingSegment, sign: 1 | -1) => {
    for (const [slot, length] of segment.lengths.entries()) {
      if (dead?.[slot] === 1) continue;
      totals.chunks += sign;
      totals.terms += sign * length;
    }
  };
  const add = (segment: Segment, segmentId: string | null) => {
    const one: HeldSegment = { segment, segmentId, dead: null, deadSlots: 0 };
    count(one, 1);
    held = [...held, one];
  };
  const replace = (parts: readonly HeldSegment[], segment: Segment, segmentId: string | null) => {
    for (const part of parts) count(part, -1);
    held = held.filter((one) => !parts.includes(one));
    if (slotsOf(segment) > 0) add(segment, segmentId);
    // Those in memory come last, as after another opening.
    held.sort((one, other) => Number(isStored(other)) - Number(isStored(one)));
  };

  return {
    list: () => held,
    totals: () => totals,
    add,
    replace,

    keepOnly(segmentIds) {
      const isKept = ({ segmentId }: HeldSegment) => segmentId !== null && segmentIds.has(segmentId);
      for (const one of held) if (!isKept(one)) count(one, -1);
      held = held.filter(isKept);
    },

    bury(gone) {
      // Comparing one number of each run is quick; only where it is the same the whole id is read.
      const marks = new Set(Array.from(gone.keys(), markOf));
      for (const one of held) {
        const { segment } = one;
        for (let run = 0; run < segment.positions.length; run++) {
          if (!marks.has(versionMarkOf(segment, run))) continue;
          const goneAt = gone.get(versionOf(segment, run));
          if (goneAt === undefined || goneAt < numberOf(segment, run)) continue;
          const [first, end] = [segment.firsts[run] as number, segment.firsts[run + 1] as number];
          one.dead ??= new Uint8Array(slotsOf(segment));
          for (let slot = first; slot < end; slot++) {
            if (one.dead[slot] === 1) continue;
            one.dead[slot] = 1;
            one.deadSlots += 1;
            totals.chunks -= 1;
            totals.terms -= segment.lengths[slot] as number;
          }
        }
      }
    },

    joinLatest(maxSlots) {
      for (;;) {
        const [one, other] = held.slice(-2);
        if (!one || !other || isStored(one) || isStored(other)) return;
        const slots = slotsOf(one.segment) + slotsOf(other.segment);
        if (slotsOf(other.segment) * 2 < slotsOf(one.segment) || slots > maxSlots) return;
        replace([one, other], joinSegments([one, other]), null);
      }
    },

    versions() {
      const counts = new Map<VersionId, number>();
      for (const { segment, dead } of held) {
        for (let run = 0; run < segment.positions.length; run++) {
          const [first, end] = [segment.firsts[run] as number, segment.firsts[run + 1] as number];
          if (dead?.[first] === 1) continue;
          const versionId = versionOf(segment, run);
          counts.set(versionId, (counts.get(versionId) ?? 0) + end - first);
        }
      }
      return counts;
    },

    bytes: () => held.reduce((sum, { segment, dead }) => sum + bytesOf(segment) + (dead?.length ?? 0), 0),
  };
}
