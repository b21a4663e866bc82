import { bytesOfId, idAt, idWords } from "../../kernel/packed-ids.ts";
import type { VectorHit, VectorQuery } from "../../retrieval/dense/vector-index.ts";

/** A query as it goes over a port: ids as one text, with a comma between two, which is passed on in no time. */
export type NearQuery = Omit<VectorQuery, "fileIds" | "chunkIds"> & {
  fileIds?: string | undefined;
  chunkIds?: string | undefined;
};

/** Hits as they go over a port: ids of 4 words each, best first, with their cosines. */
export type NearChunks = { ids: Uint32Array; scores: Float64Array };

export const toNearQuery = ({ fileIds, chunkIds, ...query }: VectorQuery): NearQuery => ({
  ...query,
  ...(fileIds && { fileIds: fileIds.join() }),
  ...(chunkIds && { chunkIds: chunkIds.join() }),
});

export const toHits = ({ ids, scores }: NearChunks): VectorHit[] =>
  Array.from(scores, (score, at) => ({ chunkId: idAt(ids, at * idWords), score }));

export const fromNearQuery = ({ fileIds, chunkIds, ...query }: NearQuery): VectorQuery => ({
  ...query,
  ...(fileIds && { fileIds: fileIds.split(",") }),
  ...(chunkIds && { chunkIds: chunkIds.split(",") }),
});

export function toNearChunks(hits: readonly VectorHit[]): NearChunks {
  const ids = new Uint32Array(hits.length * idWords);
  for (const [at, { chunkId }] of hits.entries()) bytesOfId(chunkId, ids, at * idWords);
  return { ids, scores: Float64Array.from(hits, ({ score }) => score) };
}
