import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { Element } from "../../elements/element.ts";
import { type ElementStore, VersionRemovedError } from "../../elements/element-store.ts";
import { elementEnds } from "./place-quote.ts";

/** An element that a chunking leaves out. `at`: where it would be in the text of its chunk, in UTF-16 code units. */
export type LeftOut = { at: number; element: Element };

/**
 * What was left out in and around chunks, by the id of the chunk that it follows, or begins before if it is the first of
 * its document. `next`: the chunk that follows the last of them, if any.
 */
export async function leftOut(
  store: Pick<ElementStore, "located" | "list">,
  chunks: StoredChunk[],
  next: StoredChunk | undefined,
  types: string[],
): Promise<Map<string, LeftOut[]>> {
  if (types.length === 0 || chunks.length === 0) return new Map();
  const near = next ? [...chunks, next] : chunks;
  const located = await store.located(
    near.flatMap(({ versionId, elementIds }) => elementIds.map((elementId) => ({ versionId, elementId }))),
  );
  const known = new Map(
    located.map(({ versionId, element }) => [`${versionId}/${element.elementId}`, element]),
  );
  const elementsOf = ({ versionId, elementIds }: StoredChunk) =>
    elementIds.flatMap((id) => known.get(`${versionId}/${id}`) ?? []);

  const found = new Map<string, LeftOut[]>();
  for (const versionId of new Set(chunks.map((chunk) => chunk.versionId))) {
    const own = near.filter((chunk) => chunk.versionId === versionId);
    const kept = new Set(own.flatMap(elementsOf).map(({ elementId }) => elementId));
    for (const element of await removedFrom(store, versionId, types)) {
      if (kept.has(element.elementId)) continue;
      const follows = own.findLast((chunk) => (elementsOf(chunk)[0]?.position ?? 0) < element.position);
      const [first] = own;
      const chunk = follows ?? (first?.position === 0 ? first : undefined);
      if (!chunk || !chunks.includes(chunk)) continue;
      const before = elementsOf(chunk).filter(({ position }) => position < element.position).length;
      const at =
        before === 0 ? 0 : (elementEnds(chunk.text, elementsOf(chunk))[before - 1] ?? chunk.text.length);
      found.set(chunk.chunkId, [...(found.get(chunk.chunkId) ?? []), { at, element }]);
    }
  }
  return found;
}

/** None of a version that was removed meanwhile. */
async function removedFrom(
  store: Pick<ElementStore, "list">,
  versionId: string,
  types: string[],
): Promise<Element[]> {
  try {
    const lists = await Promise.all(
      types.map((type) => store.list(versionId, { type, withoutImages: true })),
    );
    return lists.flatMap(({ items }) => items).sort((one, other) => one.position - other.position);
  } catch (error) {
    if (error instanceof VersionRemovedError) return [];
    throw error;
  }
}
