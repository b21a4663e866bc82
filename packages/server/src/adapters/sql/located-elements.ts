import { type Kysely, sql } from "kysely";
import type { ElementReference, LocatedElement } from "../../elements/element-store.ts";
import { elementColumns, toElement } from "./element-row.ts";
import type { Database } from "./schema.ts";
import { idsPerStatement, nextTurn, slicesOf } from "./slices.ts";

/** See ElementStore.located. One statement for elements of many versions: an answer reads a few of each. */
export const locatedElements = async (
  database: Kysely<Database>,
  references: ElementReference[],
): Promise<LocatedElement[]> => {
  const distinct = new Map(references.map((each) => [`${each.versionId}/${each.elementId}`, each]));
  const found: LocatedElement[] = [];
  for (const slice of slicesOf([...distinct.values()], idsPerStatement)) {
    if (found.length > 0) await nextTurn();
    const keys = sql.join(slice.map(({ versionId, elementId }) => sql`(${versionId}, ${elementId})`));
    const rows = await database
      .selectFrom("elements")
      .innerJoin("versions", "versions.version_id", "elements.version_id")
      .select(["elements.version_id", "section_number", ...elementColumns])
      .where(sql<boolean>`(elements.version_id, elements.element_id) in (values ${keys})`)
      .where("versions.status", "!=", "removed")
      .execute();
    for (const row of rows)
      found.push({
        versionId: row.version_id,
        element: toElement(row),
        sectionNumber: row.section_number,
      });
  }
  return found;
};
