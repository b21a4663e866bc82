import type { Kysely } from "kysely";
import type { Element } from "../../elements/element.ts";
import type { VersionId } from "../../kernel/ids.ts";
import { toCells, writtenColumns } from "./element-row.ts";
import type { Database } from "./schema.ts";
import { type Cells, type CountRows, createSliceWriter } from "./slice-writer.ts";

/** Appends elements in order, numbering their sections on from the last one stored. */
export const createElementAppender = (database: Kysely<Database>) => {
  const write = createSliceWriter(database, "elements", writtenColumns, countElements);
  return async (versionId: VersionId, elements: Element[]): Promise<void> => {
    const last = await database
      .selectFrom("elements")
      .select("section_number")
      .where("version_id", "=", versionId)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    await write(versionId, numbered(versionId, elements, last?.section_number ?? 0));
  };
};

/** Counting also locks the version: no one can remove it before the rows are in. */
const countElements: CountRows = async (transaction, versionId, rows) => {
  const { numUpdatedRows } = await transaction
    .updateTable("versions")
    .set((version) => ({ element_count: version("element_count", "+", rows) }))
    .where("version_id", "=", versionId)
    .where("status", "=", "inactive")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new Error(`Version ${versionId} takes no more elements: it is unknown, active already, or removed`);
  }
};

/** The first element opens section 1, whatever it is; each `Title` after it opens the next. */
export function* numbered(
  versionId: VersionId,
  elements: Element[],
  sectionBefore: number,
): Generator<Cells> {
  let section = sectionBefore;
  for (const element of elements) {
    if (section === 0 || element.type === "Title") section += 1;
    yield toCells(versionId, element, section);
  }
}
