import type { FileId } from "../../kernel/ids.ts";
import type { EmbeddedChunk } from "../../retrieval/dense/vector-store.ts";
import type { BestHits } from "./best-hits.ts";

/** The vectors of one chunk set, one behind the other. */
export type VectorBlock = {
  fileId: FileId;
  chunkIds: string[];
  positions: number[];
  vectors: Float32Array;
};

/** Chunks whose vectors have another number of dimensions than the first are left out: they can't be compared. */
export function toBlock(fileId: FileId, chunks: EmbeddedChunk[]): VectorBlock {
  const dimensions = chunks[0]?.vector.length ?? 0;
  const usable = chunks.filter(({ vector }) => vector.length === dimensions);
  const vectors = new Float32Array(usable.length * dimensions);
  for (const [at, { vector }] of usable.entries()) vectors.set(vector, at * dimensions);
  return {
    fileId,
    chunkIds: usable.map(({ chunkId }) => chunkId),
    positions: usable.map(({ position }) => position),
    vectors,
  };
}

/** Compares a question with every chunk of a block. Four sums side by side take two thirds of the time of one. */
export function scanBlock(
  { fileId, chunkIds, positions, vectors }: VectorBlock,
  query: Float32Array,
  best: BestHits,
): void {
  const dimensions = query.length;
  if (vectors.length !== chunkIds.length * dimensions) return;
  const whole = dimensions - (dimensions % 4);
  for (let chunk = 0, start = 0; chunk < chunkIds.length; chunk += 1, start += dimensions) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let at = 0; at < whole; at += 4) {
      a += (vectors[start + at] as number) * (query[at] as number);
      b += (vectors[start + at + 1] as number) * (query[at + 1] as number);
      c += (vectors[start + at + 2] as number) * (query[at + 2] as number);
      d += (vectors[start + at + 3] as number) * (query[at + 3] as number);
    }
    for (let at = whole; at < dimensions; at += 1)
      a += (vectors[start + at] as number) * (query[at] as number);
    const score = a + b + c + d;
    if (score > 0 && score >= best.bar)
      best.add({ chunkId: chunkIds[chunk] ?? "", fileId, position: positions[chunk] ?? 0, score });
  }
}
