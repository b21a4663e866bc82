import type { StoredChunk } from "../chunks/chunk-store.ts";
import { estimateTokens } from "../models/estimate-tokens.ts";
import type { FlowItem } from "./flow-rooms.ts";

export type ChunkPresentation = {
  /** What `chunk_size` counts. */
  unit: "characters" | "tokens";
  /** The model of the vectors; null without one. */
  model: string | null;
  /** The chunk's vector; null while it has none. */
  vector: Float32Array | null;
};

/** A chunk as an item of a chunking node's results. Without a vector `embedding` is empty and `embedding_model` null. */
export const presentChunk = (chunk: StoredChunk, { unit, model, vector }: ChunkPresentation): FlowItem => ({
  id: chunk.chunkId,
  content: chunk.text,
  metadata: {
    chunk_id: chunk.chunkId,
    chunk_index: chunk.position,
    chunk_size: unit === "tokens" ? estimateTokens(chunk.text) : chunk.text.length,
    chunk_size_unit: unit,
    source_file: chunk.fileName,
    file_id: chunk.fileId,
    page_number: chunk.pageNumber,
    title: chunk.title,
    char_start: chunk.charStart ?? null,
    char_end: chunk.charEnd ?? null,
    element_ids: chunk.elementIds,
    element_types: chunk.elementTypes ?? [],
    embedding_model: vector ? model : null,
  },
  embedding: vector ? [...vector] : [],
});
