import type { Chunk } from "../../chunks/chunk.ts";
import type { AddedChunk } from "../../chunks/chunk-store.ts";
import type { ChunkSetId } from "../../kernel/ids.ts";
import type { Cells } from "./slice-writer.ts";

export const writtenChunkColumns = ["chunk_set_id", "position", "chunk_id", "payload", "terms"];

export function* chunkCells(chunkSetId: ChunkSetId, chunks: AddedChunk[]): Generator<Cells> {
  for (const { chunkId, position, termHashes, ...payload } of chunks) {
    yield [chunkSetId, position, chunkId, JSON.stringify(payload), termHashes ? bytesOf(termHashes) : null];
  }
}

/** The bytes of term hashes, as a column keeps them. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Term hashes from a column. Copied, unless they begin where a number of 32 bits may. */
export const hashesOf = (bytes: Uint8Array): Uint32Array => {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
};

export const toChunk = (row: { chunk_id: string; position: number; payload: string }): Chunk => ({
  ...(JSON.parse(row.payload) as Omit<Chunk, "chunkId" | "position">),
  chunkId: row.chunk_id,
  position: row.position,
});
