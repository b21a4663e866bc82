import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Lanes and turns of builds. Builds that wait are sorted into them as if they had arrived now, in their order. */
const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  await schema
    .alterTable("builds")
    .addColumn("lane", "text", (column) => column.notNull().defaultTo("quick"))
    .execute();
  await schema
    .alterTable("builds")
    .addColumn("turn", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await sql`update builds set lane = 'heavy' where status in ('Pending', 'Processing')
    and file_id in (select file_id from sources where file_size > 262144)`.execute(database);
  await sql`update builds set turn = numbered.turn from (
    select build_id, row_number() over (partition by lane, project_id order by ordinal) as turn
    from builds where status in ('Pending', 'Processing')
  ) as numbered where numbered.build_id = builds.build_id`.execute(database);
  // Claims had no worker's name: they were all of the one worker that a data folder had.
  await sql`update builds set lease_owner = 'folder/' || lease_owner
    where lease_owner is not null`.execute(database);

  await schema
    .createIndex("builds_by_turn")
    .on("builds")
    .columns(["lane", "status", "turn", "ordinal"])
    .execute();
  await schema
    .createIndex("builds_by_project")
    .on("builds")
    .columns(["project_id", "lane", "turn"])
    .execute();
  await schema
    .createIndex("builds_by_lease")
    .on("builds")
    .columns(["lane", "status", "lease_until"])
    .execute();
};

export const buildLanes: Migration = { up };
