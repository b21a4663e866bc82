import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What a build is to read and whose result it took over; by which reader a version was read. Versions before this
 * migration have no reader. Today's might read them otherwise, so nothing is copied from them.
 */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const builds = () => schema.alterTable("builds");
  await builds()
    .addColumn("task", "text", (column) => column.notNull().defaultTo("again"))
    .execute();
  await builds()
    .addColumn("method_named", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await builds().addColumn("duplicate_of", "text").execute();

  const versions = () => schema.alterTable("versions");
  await versions().addColumn("reader", "text").execute();
  await versions().addColumn("message", "text").execute();
  // No foreign key: a copy stands when its original goes, and who asks looks whether that is still there.
  await versions().addColumn("duplicate_of", "text").execute();
};

export const toldBuilds: Migration = { up };
