import type { ChunkStore, StoredChunk } from "../chunks/chunk-store.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { Candidate } from "./candidate-source.ts";
import { createCopyCollapser } from "./collapse-copies.ts";
import type { RetrievedChunk } from "./retrieved-chunk.ts";

/**
 * The best `topK` candidates that the store has, in order: one that is not active there is passed over, and so is a copy of
 * a better one, which names it.
 */
export async function hydrate(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  candidates: Candidate[],
  topK: number,
): Promise<RetrievedChunk[]> {
  const found = createCopyCollapser();
  for (let from = 0; from < candidates.length && found.size() < topK; ) {
    const slice = candidates.slice(from, from + topK - found.size());
    from += slice.length;
    const stored = new Map<string, StoredChunk>();
    const ids = slice.map(({ chunkId }) => chunkId);
    for (const chunk of await chunks.findActive(projectId, ids)) stored.set(chunk.chunkId, chunk);
    for (const { chunkId, score, cosine } of slice) {
      const chunk = stored.get(chunkId);
      if (chunk) found.add({ ...chunk, score, ...(cosine !== undefined && { cosine }) });
    }
  }
  return found.hits();
}
