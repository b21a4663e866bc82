import type { Selectable } from "kysely";
import type { Element } from "../../elements/element.ts";
import type { VersionId } from "../../kernel/ids.ts";
import type { Database } from "./schema.ts";
import type { Cells } from "./slice-writer.ts";

/** An element's row but for its image, which may be larger than all the rest. */
export const elementColumns = ["element_id", "position", "type", "page_number", "payload"] as const;

type ElementRow = Pick<Selectable<Database["elements"]>, (typeof elementColumns)[number]> & {
  image?: string | null;
  word_boxes?: Uint8Array | null;
};

export const toElement = (row: ElementRow): Element => ({
  ...(JSON.parse(row.payload) as Pick<Element, "text">),
  elementId: row.element_id,
  position: row.position,
  type: row.type as Element["type"],
  pageNumber: row.page_number,
  ...(row.image && { imageBase64: row.image }),
  ...(row.word_boxes && { wordBoxes: plainBytes(row.word_boxes) }),
});

/** A database gives its own kind of buffer. */
export const plainBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

export const writtenColumns = [
  "version_id",
  "position",
  "element_id",
  "type",
  "page_number",
  "section_number",
  "payload",
  "image",
  "word_boxes",
];

/** In the order of `writtenColumns`. */
export const toCells = (versionId: VersionId, element: Element, sectionNumber: number): Cells => {
  const { elementId, position, type, pageNumber, imageBase64, wordBoxes, ...payload } = element;
  return [
    versionId,
    position,
    elementId,
    type,
    pageNumber,
    sectionNumber,
    JSON.stringify(payload),
    imageBase64 ?? null,
    wordBoxes ?? null,
  ];
};
