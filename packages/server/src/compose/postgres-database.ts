import { statSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { readBlobs } from "../adapters/filesystem/filesystem-blob-store.ts";
import { readStoreMark } from "../adapters/filesystem/store-mark.ts";
import { holdPostgres } from "../adapters/sql/hold-postgres.ts";
import { openPostgres, placeOf } from "../adapters/sql/open-postgres.ts";
import { isInUse, readStoreId } from "../adapters/sql/store-id.ts";
import type { Settings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Closing } from "./closing.ts";
import type { OpenDatabase } from "./open-database.ts";

/**
 * Opens the PostgreSQL database of a data folder, for this process alone unless it is shared, once it is proven that its files are in that
 * folder. Throws OperatorError, having changed nothing but the database's own tables.
 */
export async function openPostgresDatabase(
  folder: DataFolderPaths,
  url: string,
  {
    postgresDirect,
    isShared,
    logger,
    closing,
    filesElsewhere,
  }: Pick<Settings, "postgresDirect"> & {
    /** Whether this process shares it with others, which have joined already. */
    isShared: boolean;
    logger: FastifyBaseLogger;
    closing: Closing;
    filesElsewhere: boolean;
  },
): Promise<OpenDatabase> {
  refuseSecondDatabase(folder);
  if (!isShared)
    closing.push(
      await holdPostgres(postgresDirect ?? url, {
        onTaken: () =>
          logger.error(
            "the connection that keeps the database for this service broke, and another service has taken it since: stop one of them",
          ),
      }),
    );
  const database = await openPostgres(url, { direct: postgresDirect });
  closing.push(() => database.destroy());
  if (!filesElsewhere) await requireItsFiles(folder, url, database, { isShared });
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  return {
    database,
    address: { kind: "postgres", url, isPooled: postgresDirect !== null },
    description: `PostgreSQL ${rows[0]?.server_version.split(" ")[0]}`,
    place: placeOf(url),
    // What is deleted stays in pages and in the log of the server until it cleans them: that is its operator's.
    erase: async () => {},
  };
}

/** A folder with a database of its own would be served without anything that is in it. */
export function refuseSecondDatabase({ root, database }: DataFolderPaths): void {
  if (!statSync(database, { throwIfNoEntry: false })?.size) return;
  throw new OperatorError(
    `The data folder ${root} has a database of its own, ${database}, and HEADWATER_DATABASE is set: what is in the one is not in the other. Unset HEADWATER_DATABASE, or set HEADWATER_DATA to another folder.`,
  );
}

/** Database and files bear the same id. Where one of the two is new, nothing can be mixed up. */
export async function requireItsFiles(
  { root, files }: DataFolderPaths,
  url: string,
  database: OpenDatabase["database"],
  { isShared = false }: { isShared?: boolean } = {},
): Promise<void> {
  if ((await readStoreMark(files)) === (await readStoreId(database))) return;
  const place = placeOf(url);
  for await (const _ of readBlobs(files).list())
    throw new OperatorError(
      `${place} belongs to other files than those in ${root}. Nothing was changed: set HEADWATER_DATABASE to the database of these files, or HEADWATER_DATA to the folder of this database.`,
    );
  const source = await database.selectFrom("sources").select("file_id").limit(1).executeTakeFirst();
  if (source)
    throw new OperatorError(
      `${place} names files, and there are none in ${root}. Set HEADWATER_DATA to the folder that it was used with, or put that folder's files/ there; or set HEADWATER_FILES to the bucket that they are in.`,
    );
  if (isShared && (await isInUse(database)))
    throw new OperatorError(
      `The processes on ${place} keep their files elsewhere, and not in ${root}. Give all of them the same HEADWATER_FILES, or without it a HEADWATER_DATA that all of them share; to move the files of a new database, start one process with the role all there first.`,
    );
}
