import { type Kysely, sql } from "kysely";
import type { Element } from "../../elements/element.ts";
import { VersionRemovedError } from "../../elements/element-store.ts";
import type { VersionId } from "../../kernel/ids.ts";
import { elementColumns, toElement } from "./element-row.ts";
import { readableElements } from "./readable-elements.ts";
import type { Database } from "./schema.ts";
import { nextTurn } from "./slices.ts";

const elementsPerSlice = 200;
/** Texts, tables and pictures of a slice; one element alone may have more. */
const charactersPerSlice = 1_000_000;

/** See ElementStore.stream. */
export async function* streamElements(
  database: Kysely<Database>,
  versionId: VersionId,
): AsyncGenerator<Element[]> {
  for (let after = -1; ; await nextTurn()) {
    const last = await endOfSlice(database, versionId, after);
    if (last === null) break;
    const rows = await readableElements(database, versionId)
      .select([...elementColumns, "image", "word_boxes"])
      .where("elements.position", ">", after)
      .where("elements.position", "<=", last)
      .orderBy("elements.position")
      .execute();
    yield rows.map(toElement);
    after = last;
  }
  // Rows go only after the version is marked as removed: what came before was whole if it is not marked now.
  const version = await database
    .selectFrom("versions")
    .select("version_id")
    .where("version_id", "=", versionId)
    .where("status", "!=", "removed")
    .executeTakeFirst();
  if (!version) throw new VersionRemovedError(versionId);
}

/** The position of the last element that the slice after a position has room for; null when there is none. */
async function endOfSlice(
  database: Kysely<Database>,
  versionId: VersionId,
  after: number,
): Promise<number | null> {
  const rows = await readableElements(database, versionId)
    .select(["elements.position", sql<number>`length(payload) + coalesce(length(image), 0)`.as("size")])
    .where("elements.position", ">", after)
    .orderBy("elements.position")
    .limit(elementsPerSlice)
    .execute();
  let end: number | null = null;
  let characters = 0;
  for (const { position, size } of rows) {
    characters += size;
    if (end !== null && characters > charactersPerSlice) break;
    end = position;
  }
  return end;
}
