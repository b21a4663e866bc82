import { setImmediate as nextTurn } from "node:timers/promises";
import type { Chunk } from "../../chunks/chunk.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { chunkElements } from "../../chunks/chunkers/chunk-elements.ts";
import type { EmbedTexts } from "../../chunks/chunkers/splitters/semantic.ts";
import type { FlowChunking } from "../../chunks/chunking-config.ts";
import { type ElementStore, VersionRemovedError } from "../../elements/element-store.ts";
import { newId, type ProjectId } from "../../kernel/ids.ts";
import type { OutputChunkSet, OutputDocument } from "../flow/node-output.ts";

export type MakeSetDependencies = {
  chunks: Pick<ChunkStore, "addSet">;
  elements: Pick<ElementStore, "stream">;
};

/**
 * Cuts a document from its stored elements and keeps its chunks. Null when its version was replaced or removed meanwhile:
 * the next run takes the one that answers then.
 */
export async function makeChunkSet(
  { chunks, elements }: MakeSetDependencies,
  projectId: ProjectId,
  { fileId, versionId }: OutputDocument,
  config: FlowChunking,
  embed: EmbedTexts | undefined,
  signal: AbortSignal,
): Promise<OutputChunkSet | null> {
  const made: Chunk[] = [];
  try {
    for await (const batch of chunkElements(elements.stream(versionId), config, embed)) {
      made.push(...batch);
      await nextTurn();
      signal.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof VersionRemovedError) return null;
    throw error;
  }
  signal.throwIfAborted();
  const chunkSetId = await chunks.addSet(projectId, fileId, { chunkSetId: newId(), versionId, config }, made);
  return chunkSetId === null ? null : { chunkSetId, fileId, versionId, chunks: made.length };
}
