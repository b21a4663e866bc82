import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { offsetOf, type Page } from "../../kernel/page.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import { removedTypes } from "../chunk-sets/chunking-settings.ts";
import { aboutChunk } from "../evidence/about-chunk.ts";
import { type LeftOut, leftOut } from "../evidence/left-out.ts";
import type { FlowNode } from "../flow/flow.ts";
import type { OutputOf } from "../flow/node-output.ts";
import type { FlowItems } from "../flow/shown.ts";
import type { ItemEmbeddings } from "./item-embeddings.ts";
import { placesOf } from "./item-places.ts";

export type ChunkItemsDependencies = {
  chunks: {
    /** A page of the chunks of sets, set after set; sets that are gone have none. */
    listSets(
      chunkSetIds: string[],
      page: { offset: number; limit: number },
    ): Promise<{ chunks: StoredChunk[]; total: number }>;
  };
  elements: Pick<ElementStore, "located" | "list">;
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
  const read = await chunks.listSets(ids, { offset: offsetOf(page), limit: page.size + 1 });
  const listed = { chunks: read.chunks.slice(0, page.size), total: read.total };
  const places = await placesOf(elements, listed.chunks);
  const vectors = (await embeddings?.of(projectId, listed.chunks)) ?? [];
  const removed = await leftOut(elements, listed.chunks, read.chunks[page.size], removedTypes(node.config));
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
      ...(removed.has(chunk.chunkId) && { left_out: removed.get(chunk.chunkId)?.map(presentLeftOut) }),
      embedding_model: vectors[at] ? (embeddings?.model ?? null) : null,
      ...(!vectors[at] && {
        embedding_state: embeddings ? "the embedding model did not answer" : "no embedding model is set",
      }),
    },
    embedding: vectors[at] ?? [],
  }));
  return { items, total: listed.total };
}

/** Characters of what was left out that are shown. */
const maxLeftOut = 1_000;

const presentLeftOut = ({ at, element: { elementId, type, pageNumber, text } }: LeftOut) => ({
  at,
  element_id: elementId,
  element_type: type,
  page_number: pageNumber,
  text: text.length > maxLeftOut ? `${text.slice(0, maxLeftOut)}…` : text,
});
