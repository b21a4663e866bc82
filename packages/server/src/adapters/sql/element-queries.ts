import type { Kysely } from "kysely";
import type { Element, ElementFilter } from "../../elements/element.ts";
import { VersionRemovedError } from "../../elements/element-store.ts";
import type { VersionId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type Paged } from "../../kernel/page.ts";
import { elementColumns, toElement } from "./element-row.ts";
import { type ReadableElements, readableElements } from "./readable-elements.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, nextTurn, slicesOf } from "./slices.ts";
import { walkedPositions } from "./walked-positions.ts";

/** Elements read, and their JSON parsed, at a time. */
const elementsPerSlice = 200;

/** Positions read at a time; they come from an index, without the rows. */
const positionsPerSlice = 1_000;

/** See ElementStore.list. First where the elements stand, then the elements themselves: payloads are read of those alone. */
export const listElements = async (
  database: Kysely<Database>,
  versionId: VersionId,
  filter: ElementFilter,
  page?: Page,
): Promise<Paged<Element>> => {
  if (filter.pageNumbers?.length === 0 || filter.elementIds?.length === 0) return { items: [], total: 0 };
  const { positions, total } = await positionsOf(database, versionId, filter, page);
  const items: Element[] = [];
  for (const slice of slicesOf(positions, elementsPerSlice)) {
    if (items.length > 0) await nextTurn();
    const rows = await readableElements(database, versionId)
      .select([
        ...elementColumns,
        ...(filter.withoutImages ? [] : (["image"] as const)),
        ...(filter.withWordBoxes ? (["word_boxes"] as const) : []),
      ])
      .where("elements.position", "in", slice)
      .orderBy("elements.position")
      .execute();
    if (rows.length < slice.length) throw new VersionRemovedError(versionId);
    for (const row of rows) items.push(toElement(row));
  }
  return { items, total };
};

const positionsOf = async (
  database: Kysely<Database>,
  versionId: VersionId,
  filter: ElementFilter,
  page?: Page,
): Promise<{ positions: number[]; total: number }> => {
  const lists = [filter.pageNumbers, filter.elementIds, filter.withoutTypes];
  const isTooLong = lists.some((list) => list && list.length > idsPerStatement);
  if (isTooLong || filter.textHolds !== undefined) {
    const positions = await walkedPositions(database, versionId, filter);
    const start = page ? offsetOf(page) : 0;
    return {
      positions: page ? positions.slice(start, start + page.size) : positions,
      total: positions.length,
    };
  }
  const matching = filtered(readableElements(database, versionId), filter);
  const total = await countOf(database, versionId, matching, filter);
  return { positions: await queriedPositions(matching, page), total };
};

const filtered = (elements: ReadableElements, filter: ElementFilter): ReadableElements => {
  const { type, pageNumbers, elementIds, withoutTypes } = filter;
  let matching = elements;
  if (type !== undefined) matching = matching.where("elements.type", "=", type);
  if (pageNumbers) matching = matching.where("elements.page_number", "in", pageNumbers);
  if (elementIds) matching = matching.where("elements.element_id", "in", elementIds);
  if (withoutTypes?.length) matching = matching.where("elements.type", "not in", withoutTypes);
  return matching;
};

const countOf = async (
  database: Kysely<Database>,
  versionId: VersionId,
  matching: ReadableElements,
  filter: ElementFilter,
): Promise<number> => {
  const version = await database
    .selectFrom("versions")
    .select("element_count")
    .where("version_id", "=", versionId)
    .where("status", "!=", "removed")
    .executeTakeFirst();
  if (!version) throw new VersionRemovedError(versionId);
  const { type, pageNumbers, elementIds, withoutTypes } = filter;
  const conditions = [type, pageNumbers, elementIds, withoutTypes];
  if (conditions.every((condition) => condition === undefined)) return version.element_count;
  const row = await matching.select(({ fn }) => fn.countAll().as("elements")).executeTakeFirst();
  return Number(row?.elements ?? 0);
};

const queriedPositions = async (matching: ReadableElements, page?: Page): Promise<number[]> => {
  const inOrder = matching.select("elements.position").orderBy("elements.position");
  if (page) {
    const rows = await inOrder.limit(page.size).offset(offsetOf(page)).execute();
    return rows.map(({ position }) => position);
  }
  const positions: number[] = [];
  for (let after = -1; ; await nextTurn()) {
    const rows = await inOrder.where("elements.position", ">", after).limit(positionsPerSlice).execute();
    for (const { position } of rows) positions.push(position);
    const last = rows.at(-1);
    if (!last || rows.length < positionsPerSlice) return positions;
    after = last.position;
  }
};
