import type { FastifyBaseLogger } from "fastify";
import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { createCheckpoint } from "../adapters/sql/checkpoint.ts";
import { openSqlite } from "../adapters/sql/open-database.ts";
import { startShrinking } from "../adapters/sql/shrinking.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Run } from "./begin-run.ts";
import type { Closing } from "./closing.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Opens the database in the data folder, which was looked at (`beginRun`), and begins to keep its file small. */
export async function openEmbeddedDatabase(
  folder: DataFolderPaths,
  run: Run,
  { logger, timer, closing }: { logger: FastifyBaseLogger; timer: Timer; closing: Closing },
): Promise<OpenDatabase> {
  const database = await openSqlite(folder.database, {
    onCopy: (copy) =>
      logger.warn({ copy }, "the tables are brought up to date; the database as it was is kept"),
  });
  closing.push(() => database.destroy(), run.stopChecking);
  run.readThrough();
  const checkpoint = createCheckpoint(database, {
    onLeft: (error) =>
      logger.warn({ err: error }, "what was deleted stays in the database's log until it can be emptied"),
  });
  closing.push(
    () => checkpoint.close(),
    startShrinking(database, {
      timer,
      emptyLog: checkpoint.empty,
      onFailure: (error) =>
        logger.warn({ err: error }, "free space in the database could not be given back; it is tried again"),
    }),
  );
  return {
    database,
    address: { kind: "sqlite", path: folder.database },
    description: null,
    place: null,
    erase: checkpoint.empty,
  };
}
