import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { type ElementStore, type ElementVersion, VersionRemovedError } from "../elements/element-store.ts";
import { newId } from "../kernel/ids.ts";
import type { CutTerms } from "../retrieval/words/cut-terms.ts";
import type { BuildProgress } from "./build.ts";
import type { PreparedPart } from "./document-reader.ts";

/** One write of the index: each costs about as much for 250 chunks as for one. */
const chunksPerPart = 250;

export type CopyStores = {
  elements: Pick<ElementStore, "stream">;
  chunks: Pick<ChunkStore, "findSet" | "listSet">;
  /** Off the main thread. */
  cutTerms: CutTerms;
};

/**
 * What a version holds, as the parts of another one: elements and chunks have ids of their own. Throws
 * VersionRemovedError when the version goes meanwhile, or can't be copied.
 */
export async function* copyVersion(
  { elements, chunks, cutTerms }: CopyStores,
  original: ElementVersion & { elementCount: number },
  onProgress: (progress: BuildProgress) => void,
): AsyncGenerator<PreparedPart> {
  const { versionId, totalPages, failedPages, message, method, elementCount: total } = original;
  const chunkSetId = await chunks.findSet(versionId, defaultChunking);
  if (chunkSetId === null) throw new VersionRemovedError(versionId);
  const newIds = new Map<string, string>();
  for await (const slice of elements.stream(versionId)) {
    const copies = slice.map((element) => {
      const elementId = newId();
      newIds.set(element.elementId, elementId);
      return { ...element, elementId };
    });
    yield { kind: "elements", elements: copies };
    onProgress({ done: newIds.size, total, unit: "elements" });
  }
  for await (const slice of chunks.listSet(chunkSetId, chunksPerPart)) {
    const terms = await cutTerms(slice);
    const copies = slice.map((chunk, index) => ({
      ...chunk,
      chunkId: newId(),
      elementIds: chunk.elementIds.map((elementId) => newIds.get(elementId) ?? elementId),
      termHashes: terms[index] ?? new Uint32Array(),
    }));
    yield { kind: "chunks", chunks: copies };
  }
  // A version that was removed while its chunks were read gave too few of them.
  if ((await chunks.findSet(versionId, defaultChunking)) === null) throw new VersionRemovedError(versionId);
  yield { kind: "totals", totalPages, failedPages, method, message };
}
