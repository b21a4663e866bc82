import { type Data, makeArrowTable } from "@lancedb/lancedb";
import { type Table as ArrowTable, Binary, Field, Schema, Utf8 } from "apache-arrow";
import type { ChunkHit, IndexedChunk } from "../../retrieval/chunk-index.ts";

/*
 * A row is what is searched (`terms`), what is filtered and deleted by, and one binary `hit` with all that a search
 * answers: taking one short column of a row costs less than half of taking its text.
 */
export const chunkSchema = new Schema([
  new Field("versionId", new Utf8(), false),
  new Field("fileId", new Utf8(), false),
  new Field("terms", new Utf8(), false),
  new Field("hit", new Binary(), false),
]);

/** Of 32 bits in base 36. */
const hashDigits = 7;
const digits = Buffer.from("0123456789abcdefghijklmnopqrstuvwxyz");
const space = 0x20;

/** Chunk id, file id, position: 16 + 16 + 4 bytes before the term hashes of 4 bytes each, little-endian. */
const headLength = 36;

export function toRows(chunks: IndexedChunk[]): Data {
  const rows = chunks.map((chunk) => ({
    versionId: chunk.versionId,
    fileId: chunk.fileId,
    terms: toWords(chunk.termHashes),
    hit: encodeHit(chunk),
  }));
  return makeArrowTable(rows, { schema: chunkSchema });
}

/**
 * Terms as they stand in the index: as their hashes, 7 digits each. Rows of deleted documents stay in its files until
 * they are compacted, and no word of a document is to be read there.
 */
export function toWords(termHashes: Uint32Array): string {
  // Digit by digit: `toString(36)` makes a string of each, which for a part of a document takes 5 ms.
  const words = Buffer.alloc(Math.max(0, termHashes.length * (hashDigits + 1) - 1), space);
  termHashes.forEach((hash, index) => {
    let rest = hash;
    for (let at = index * (hashDigits + 1) + hashDigits - 1; at >= index * (hashDigits + 1); at -= 1) {
      words[at] = digits[rest % 36] ?? 0;
      rest = Math.floor(rest / 36);
    }
  });
  return words.toString("latin1");
}

function encodeHit({ chunkId, fileId, position, termHashes }: IndexedChunk): Uint8Array {
  const bytes = Buffer.alloc(headLength + termHashes.byteLength);
  writeId(bytes, chunkId, 0);
  writeId(bytes, fileId, 16);
  bytes.writeUInt32LE(position, 32);
  for (const [index, hash] of termHashes.entries()) bytes.writeUInt32LE(hash, headLength + index * 4);
  return bytes;
}

/** What a search found, best first, without what stands in the rows. */
export type FoundRow = { rowId: bigint; score: number };

/** Of an answer with columns `_rowid` and `_score`. */
export const toFoundRows = (answer: ArrowTable): FoundRow[] =>
  rowsOf(answer, ["_rowid", "_score"], (rowId, score) => ({ rowId: BigInt(rowId), score: Number(score) }));

/** A hit but for its score. */
export type HitRow = Omit<ChunkHit, "score">;

/** Rows with columns `_rowid` and `hit`, by their ids. */
export const toHitRows = (answer: ArrowTable): Map<bigint, HitRow> =>
  new Map(rowsOf(answer, ["_rowid", "hit"], (rowId, hit) => [BigInt(rowId), decodeHit(hit)]));

/** Rows with columns `hit` and `_score`, in their order. */
export const toHits = (answer: ArrowTable): ChunkHit[] =>
  rowsOf(answer, ["hit", "_score"], (hit, score) => ({ ...decodeHit(hit), score: Number(score) }));

function rowsOf<Row>(
  answer: ArrowTable,
  [one, other]: [string, string],
  // biome-ignore lint/suspicious/noExplicitAny: Arrow types no cell of a column asked for by its name
  toRow: (one: any, other: any) => Row,
): Row[] {
  // Without rows there are no columns either.
  if (answer.numRows === 0) return [];
  const [ones, others] = [answer.getChild(one), answer.getChild(other)];
  if (!ones || !others) throw new Error("The index answered without the columns asked for");
  return Array.from({ length: answer.numRows }, (_, row) => toRow(ones.get(row), others.get(row)));
}

function decodeHit(value: Uint8Array): HitRow {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const hashes = bytes.subarray(headLength);
  return {
    chunkId: readId(bytes, 0),
    fileId: readId(bytes, 16),
    position: bytes.readUInt32LE(32),
    termHashes: asWords(hashes),
  };
}

/** Without a copy where the bytes lie on a word border. */
function asWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

function writeId(bytes: Buffer, id: string, at: number): void {
  if (bytes.write(id.replaceAll("-", ""), at, 16, "hex") !== 16) throw new Error(`Not a UUID: ${id}`);
}

function readId(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
