import type { StoredChunk } from "../../chunks/chunk-store.ts";

/**
 * What the metadata of an item says of the chunk that it is, or is drawn from. Runs and results of nodes call its place by
 * different names in the contract; here it has both.
 */
export const aboutChunk = ({ chunkId, fileId, fileName, pageNumber, title, elementIds }: StoredChunk) => ({
  source: fileName,
  source_file: fileName,
  page: pageNumber,
  page_number: pageNumber,
  chunk_id: chunkId,
  file_id: fileId,
  title,
  element_ids: elementIds,
});
