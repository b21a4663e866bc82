import type { Kysely } from "kysely";
import type { Element, ElementFilter } from "../../elements/element.ts";
import type { VersionId } from "../../kernel/ids.ts";
import { textHolding } from "../../text/text-holding.ts";
import { readableElements } from "./readable-elements.ts";
import type { Database } from "./schema.ts";
import { nextTurn } from "./slices.ts";

/** Elements looked at, and their JSON parsed where the text counts, at a time. */
const elementsPerSlice = 200;

/**
 * For lists too long for one statement, and for text: no database compares letters as people do. Every element of the
 * version is looked at here.
 */
export const walkedPositions = async (
  database: Kysely<Database>,
  versionId: VersionId,
  { type, pageNumbers, elementIds, withoutTypes, textHolds }: ElementFilter,
): Promise<number[]> => {
  const pages = pageNumbers && new Set(pageNumbers);
  const ids = elementIds && new Set(elementIds);
  const unwanted = new Set(withoutTypes);
  const holds = textHolds === undefined ? undefined : textHolding(textHolds);
  const positions: number[] = [];
  for (let after = -1; ; await nextTurn()) {
    const rows = await readableElements(database, versionId)
      .select(["elements.position", "element_id", "type", "page_number"])
      .$if(holds !== undefined, (elements) => elements.select("payload"))
      .where("elements.position", ">", after)
      .orderBy("elements.position")
      .limit(elementsPerSlice)
      .execute();
    for (const row of rows) {
      if (type !== undefined && row.type !== type) continue;
      if (pages && !pages.has(row.page_number)) continue;
      if (ids && !ids.has(row.element_id)) continue;
      if (unwanted.has(row.type)) continue;
      if (holds && !holds(textOf(row.payload))) continue;
      positions.push(row.position);
    }
    const last = rows.at(-1);
    if (!last || rows.length < elementsPerSlice) return positions;
    after = last.position;
  }
};

const textOf = (payload: string | undefined): string =>
  (JSON.parse(payload ?? "{}") as Partial<Pick<Element, "text">>).text ?? "";
