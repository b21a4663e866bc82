import type { ChunkStore, StoredChunk } from "../../chunks/chunk-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import type { OutputPassage } from "../flow/node-output.ts";

/** A passage with what it says. `chunk` is where it stands; of a summary the first chunk that it stands for. */
export type PassageText = { passage: OutputPassage; text: string; chunk: StoredChunk };

/** Ids looked up at a time: their texts are about a megabyte. */
const idsAtOnce = 1_000;

/** The chunks of the project that are still there, by their ids. */
export async function findChunks(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  chunkIds: Iterable<string>,
): Promise<Map<string, StoredChunk>> {
  const found = new Map<string, StoredChunk>();
  const wanted = [...new Set(chunkIds)];
  for (let from = 0; from < wanted.length; from += idsAtOnce)
    for (const chunk of await chunks.findActive(projectId, wanted.slice(from, from + idsAtOnce)))
      found.set(chunk.chunkId, chunk);
  return found;
}

/** Null when a chunk that it says or stands for is gone. */
export function textOfPassage(
  passage: OutputPassage,
  found: ReadonlyMap<string, StoredChunk>,
): PassageText | null {
  const [first] = passage.chunkIds;
  const chunk = first === undefined ? undefined : found.get(first);
  if (!chunk || !passage.chunkIds.every((chunkId) => found.has(chunkId))) return null;
  return { passage, text: passage.summary ?? chunk.text, chunk };
}

/** The passages with their texts, in order; those that are gone are left out. */
export async function textsOfPassages(
  chunks: Pick<ChunkStore, "findActive">,
  projectId: ProjectId,
  passages: OutputPassage[],
): Promise<PassageText[]> {
  const ids = passages.flatMap(({ chunkIds }) => chunkIds);
  const found = await findChunks(chunks, projectId, ids);
  return passages.flatMap((passage) => textOfPassage(passage, found) ?? []);
}
