import type { ChunkStore, StoredChunk } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { offsetOf, type Page } from "../../kernel/page.ts";

/** Chunks looked up at a time to tell what is still there: about a megabyte of texts. */
const chunksAtOnce = 1_000;

/** The entries on the page among those of which every chunk is still there, with these chunks. */
export async function stillThere<Entry extends { chunkIds: string[] }>(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  entries: Entry[],
  page: Page,
): Promise<{ shown: Entry[]; total: number; found: Map<string, StoredChunk> }> {
  const [first, end] = [offsetOf(page), offsetOf(page) + page.size];
  const found = new Map<string, StoredChunk>();
  const shown: Entry[] = [];
  let total = 0;
  for (let from = 0; from < entries.length; ) {
    const slice: Entry[] = [];
    for (let ids = 0; from < entries.length && ids < chunksAtOnce; from++) {
      const entry = entries[from] as Entry;
      slice.push(entry);
      ids += entry.chunkIds.length;
    }
    const ids = [...new Set(slice.flatMap(({ chunkIds }) => chunkIds))];
    const alive = new Map((await chunks.findActive(projectId, ids)).map((chunk) => [chunk.chunkId, chunk]));
    for (const entry of slice) {
      if (!entry.chunkIds.every((id) => alive.has(id))) continue;
      if (total >= first && total < end) {
        shown.push(entry);
        for (const id of entry.chunkIds) found.set(id, alive.get(id) as StoredChunk);
      }
      total += 1;
    }
  }
  return { shown, total, found };
}
