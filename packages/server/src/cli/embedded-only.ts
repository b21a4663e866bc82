import type { Settings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";

const instead = {
  backup:
    "Copy both, in this order, beside the running service: the database with pg_dump, then the folder files/ of the data folder. A file is in the copy before any row of the dump can name it.",
  restore:
    "Bring the dump back with pg_restore into an empty database, put the copied files/ into an empty data folder, and start the service with both. To restore a backup of a data folder, unset HEADWATER_DATABASE.",
  recover:
    "It would make a database in the data folder, which a service on PostgreSQL does not read. Bring a dump back with pg_restore, or unset HEADWATER_DATABASE and serve the recovered folder without PostgreSQL.",
  "project delete":
    "It deletes from the database in a data folder. Delete the project's sources over HTTP, and revoke its tokens.",
  "doctor --repair":
    "It mends the database in a data folder. Ask PostgreSQL's own tools about damage (pg_amcheck), and bring a dump back with pg_restore.",
};

/** Refuses what knows the database in the data folder only, and says what to do on PostgreSQL. Throws OperatorError. */
export function refuseOnPostgres(
  { postgres }: Pick<Settings, "postgres">,
  command: keyof typeof instead,
): void {
  if (postgres === null) return;
  throw new OperatorError(
    `'headwater ${command}' does not work on PostgreSQL (HEADWATER_DATABASE is set). ${instead[command]}`,
    { exitCode: 2 },
  );
}
