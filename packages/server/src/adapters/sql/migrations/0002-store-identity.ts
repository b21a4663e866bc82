import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { newId } from "../../../kernel/ids.ts";

const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;

  // One row: the id that also is beside the files, so that neither is ever taken for another store's.
  await schema
    .createTable("store")
    .addColumn("store_id", "text", (column) => column.primaryKey())
    .execute();
  await (database as Kysely<{ store: { store_id: string } }>)
    .insertInto("store")
    .values({ store_id: newId() })
    .execute();

  // Bytes whose last source was deleted: a crash before they were gone must not make them look like unexplained ones.
  await schema
    .createTable("removed_contents")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("removed_contents_key", ["project_id", "content_hash"] as never)
    .execute();
};

export const storeIdentity: Migration = { up };
