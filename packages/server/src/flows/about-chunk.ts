import type { StoredChunk } from "../chunks/chunk-store.ts";

/** What the metadata of an item says of the chunk that it is, or is drawn from. */
export const aboutChunk = ({ chunkId, fileId, fileName, pageNumber, title, elementIds }: StoredChunk) => ({
  source: fileName,
  page: pageNumber,
  chunk_id: chunkId,
  file_id: fileId,
  title,
  element_ids: elementIds,
});
