import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkSetId } from "../../kernel/ids.ts";
import type { Cells } from "./slice-writer.ts";

export const writtenChunkColumns = ["chunk_set_id", "position", "chunk_id", "payload"];

export function* chunkCells(chunkSetId: ChunkSetId, chunks: Chunk[]): Generator<Cells> {
  for (const { chunkId, position, ...payload } of chunks) {
    yield [chunkSetId, position, chunkId, JSON.stringify(payload)];
  }
}

export const toChunk = (row: { chunk_id: string; position: number; payload: string }): Chunk => ({
  ...(JSON.parse(row.payload) as Omit<Chunk, "chunkId" | "position">),
  chunkId: row.chunk_id,
  position: row.position,
});
