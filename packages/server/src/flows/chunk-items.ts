import type { StoredChunk } from "../chunks/chunk-store.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { offsetOf, type Page } from "../kernel/page.ts";
import { estimateTokens } from "../models/estimate-tokens.ts";
import { aboutChunk } from "./about-chunk.ts";
import type { FlowNode } from "./flow.ts";
import type { FlowItems } from "./flow-rooms.ts";
import type { ItemEmbeddings } from "./item-embeddings.ts";
import { placesOf } from "./item-places.ts";
import type { OutputOf } from "./node-output.ts";

export type ChunkItemsDependencies = {
  chunks: {
    /** A page of the chunks of sets, set after set; sets that are gone have none. */
    listSets(
      chunkSetIds: string[],
      page: { offset: number; limit: number },
    ): Promise<{ chunks: StoredChunk[]; total: number }>;
  };
  elements: Pick<ElementStore, "located">;
  /** Absent without an embedding model. */
  embeddings?: ItemEmbeddings | undefined;
};

/** A page of the chunks of sets, with their vectors where there is a model for them. */
export async function chunkItems(
  { chunks, elements, embeddings }: ChunkItemsDependencies,
  projectId: ProjectId,
  { output: { sets }, node }: { output: OutputOf<"chunks">; node: Pick<FlowNode, "config"> },
  page: Page,
): Promise<FlowItems> {
  const ids = sets.map(({ chunkSetId }) => chunkSetId);
  const listed = await chunks.listSets(ids, { offset: offsetOf(page), limit: page.size });
  const places = await placesOf(elements, listed.chunks);
  const vectors = (await embeddings?.of(projectId, listed.chunks)) ?? [];
  const isInTokens = node.config.chunkingSplitter === "token";
  const items = listed.chunks.map((chunk, at) => ({
    id: chunk.chunkId,
    content: chunk.text,
    metadata: {
      ...aboutChunk(chunk),
      ...places.get(chunk.chunkId),
      chunk_index: chunk.position,
      chunk_size: isInTokens ? estimateTokens(chunk.text) : chunk.text.length,
      chunk_size_unit: isInTokens ? "tokens" : "characters",
      char_start: chunk.charStart ?? null,
      char_end: chunk.charEnd ?? null,
      element_types: chunk.elementTypes ?? [],
      embedding_model: vectors[at] ? (embeddings?.model ?? null) : null,
      ...(!vectors[at] && {
        embedding_state: embeddings ? "the embedding model did not answer" : "no embedding model is set",
      }),
    },
    embedding: vectors[at] ?? [],
  }));
  return { items, total: listed.total };
}
