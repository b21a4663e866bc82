import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { offsetOf, type Page } from "../kernel/page.ts";
import { embeddedText, hashText } from "../retrieval/dense/embedded-text.ts";
import type { VectorStore } from "../retrieval/dense/vector-store.ts";
import type { FlowNode } from "./flow.ts";
import type { FlowItems } from "./flow-rooms.ts";
import type { OutputOf } from "./node-output.ts";
import { presentChunk } from "./present-chunk.ts";

export type ListChunkItemsDependencies = {
  chunks: Pick<ChunkStore, "listSets">;
  /** Absent without an embedding model. */
  embedding?: { space: string; model: string; vectors: Pick<VectorStore, "openSpace" | "find"> } | undefined;
};

/** A page of the chunks of a chunking node, with their vectors. What was deleted since is not there any more. */
export async function listChunkItems(
  { chunks, embedding }: ListChunkItemsDependencies,
  projectId: ProjectId,
  { output, node }: { output: OutputOf<"chunks">; node: Pick<FlowNode, "config"> },
  page: Page,
): Promise<FlowItems> {
  const chunkSetIds = output.sets.map(({ chunkSetId }) => chunkSetId);
  const { chunks: listed, total } = await chunks.listSets(chunkSetIds, {
    offset: offsetOf(page),
    limit: page.size,
  });
  const hashes = listed.map((chunk) => hashText(embeddedText(chunk)));
  const vectors = embedding && listed.length > 0 ? await find(embedding, projectId, hashes) : new Map();
  const unit = node.config.chunkingSplitter === "token" ? "tokens" : "characters";
  const model = embedding?.model ?? null;
  return {
    items: listed.map((chunk, at) =>
      presentChunk(chunk, { unit, model, vector: vectors.get(hashes[at] ?? "") ?? null }),
    ),
    total,
  };
}

async function find(
  { space, vectors }: NonNullable<ListChunkItemsDependencies["embedding"]>,
  projectId: ProjectId,
  hashes: string[],
): Promise<Map<string, Float32Array>> {
  const { spaceId } = await vectors.openSpace(projectId, space);
  return vectors.find(spaceId, hashes);
}
