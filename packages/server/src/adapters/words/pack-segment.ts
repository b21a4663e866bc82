import { DamagedSegmentError } from "../../retrieval/words/word-store.ts";
import { runWords, type Segment, slotsOf } from "./segment.ts";

/** Raise it when the arrays are laid out otherwise. */
const format = 1;
/** Words: format, runs, slots, terms, postings. */
const headWords = 5;

/** The arrays of a segment one behind the other, those of 32 bits first. Little-endian, as every machine that we run on. */
export function packSegment(segment: Segment): Uint8Array {
  const head = Uint32Array.of(
    format,
    segment.positions.length,
    slotsOf(segment),
    segment.dictionary.length,
    segment.slots.length,
  );
  const arrays = [head, ...arraysOf(segment)];
  const bytes = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let start = 0;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), start);
    start += byteLength;
  }
  return bytes;
}

/** The segment of these bytes, without a copy: they must begin where a number of 32 bits may. Throws DamagedSegmentError. */
export function unpackSegment({ buffer, byteOffset, byteLength }: Uint8Array): Segment {
  const fault = () => new DamagedSegmentError("The bytes are not a segment of this format");
  if (byteLength < headWords * 4) throw fault();
  const head = new Uint32Array(buffer, byteOffset, headWords);
  const [version = 0, runs = 0, slots = 0, terms = 0, postings = 0] = head;
  const words = runs * runWords + (runs + 1) + runs + terms + (terms + 1);
  if (version !== format || byteLength !== headWords * 4 + words * 4 + slots * 2 + postings * 3)
    throw fault();
  let start = byteOffset + headWords * 4;
  const take = <T>(
    kind: { new (buffer: ArrayBufferLike, at: number, length: number): T },
    length: number,
    size: number,
  ): T => {
    const array = new kind(buffer, start, length);
    start += length * size;
    return array;
  };
  return {
    runs: take(Uint32Array, runs * runWords, 4),
    firsts: take(Uint32Array, runs + 1, 4),
    positions: take(Uint32Array, runs, 4),
    dictionary: take(Uint32Array, terms, 4),
    offsets: take(Uint32Array, terms + 1, 4),
    lengths: take(Uint16Array, slots, 2),
    slots: take(Uint16Array, postings, 2),
    counts: take(Uint8Array, postings, 1),
  };
}

/** In the order in which they are stored. */
const arraysOf = ({ runs, firsts, positions, dictionary, offsets, lengths, slots, counts }: Segment) => [
  runs,
  firsts,
  positions,
  dictionary,
  offsets,
  lengths,
  slots,
  counts,
];

/** What a segment takes in memory, in bytes. */
export const bytesOf = (segment: Segment): number =>
  arraysOf(segment).reduce((sum, { byteLength }) => sum + byteLength, 0);
