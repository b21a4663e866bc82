import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import { momentOf } from "../../elements/moment.ts";

type Places = Record<string, unknown>;

/**
 * Where chunks stand, for the metadata of items: the box of the elements on the first page, in the units of the page, and
 * of recordings the seconds in which they are spoken. Nothing for a chunk whose elements have neither.
 */
export async function placesOf(
  elements: Pick<ElementStore, "located">,
  chunks: StoredChunk[],
): Promise<Map<string, Places>> {
  const references = chunks.flatMap(({ versionId, elementIds }) =>
    elementIds.map((elementId) => ({ versionId, elementId })),
  );
  if (references.length === 0) return new Map();
  const located = new Map(
    (await elements.located(references)).map((each) => [`${each.versionId}/${each.element.elementId}`, each]),
  );
  return new Map(
    chunks.map(({ chunkId, versionId, elementIds, pageNumber }) => {
      const own = elementIds.flatMap((id) => located.get(`${versionId}/${id}`)?.element ?? []);
      const boxes = own.flatMap((element) =>
        element.pageNumber === pageNumber && element.boundingBox ? [element.boundingBox] : [],
      );
      const moments = own.flatMap((element) => momentOf(element) ?? []);
      return [
        chunkId,
        {
          ...(boxes.length > 0 && { bounding_box: around(boxes) }),
          ...(moments.length > 0 && {
            start_seconds: Math.min(...moments.map(({ startSeconds }) => startSeconds)),
            end_seconds: Math.max(...moments.map(({ endSeconds }) => endSeconds)),
          }),
        },
      ];
    }),
  );
}

type Box = { left: number; top: number; width: number; height: number };

function around(boxes: Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}
