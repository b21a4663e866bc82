import BetterSqlite from "better-sqlite3";
import type { Repair } from "../../backup/folder-finding.ts";
import { laneOf } from "../../builds/lane.ts";
import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { FileSource } from "../../sources/source.ts";
import { deriveRows } from "./examine-derived.ts";
import { connectSqlite } from "./open-database.ts";
import { createShareBuilds, createShareUploads } from "./shared-commits.ts";
import { createSqlBuildStore } from "./sql-build-store.ts";

/** How long a repair waits for the service, in ms. */
const busyTimeout = 20_000;

export type DatabaseRepair = Extract<Repair, { does: "run" | "reindex" | "derive" | "read again" }>;

export const isDatabaseRepair = (repair: Repair): repair is DatabaseRepair =>
  ["run", "reindex", "derive", "read again"].includes(repair.does);

/** Mends what a finding in the database names. Each repair is whole or did nothing. */
export const repairDatabase = async (path: string, repair: DatabaseRepair, clock: Clock): Promise<void> => {
  if (repair.does === "read again") return readAgain(path, repair.fileIds, clock);
  const database = new BetterSqlite(path, { fileMustExist: true, timeout: busyTimeout });
  try {
    if (repair.does === "derive") deriveRows(database, repair.table);
    else if (repair.does === "reindex") database.exec("reindex");
    else runStatements(database, repair.statements);
  } finally {
    database.close();
  }
};

const runStatements = (database: BetterSqlite.Database, statements: string[]): void => {
  // A table that is made anew has lost what refers to it: the rows are cleared by the finding that follows.
  database.pragma("foreign_keys = off");
  database.transaction(() => {
    for (const statement of statements) database.exec(statement);
  })();
};

type SourceRow = {
  projectId: string;
  fileType: string;
  fileSource: FileSource;
  bytes: number;
  method: string | null;
};

/** Puts a build of each source into the queue, unless one waits. Nothing is copied from its damaged version any more. */
const readAgain = async (path: string, fileIds: string[], clock: Clock): Promise<void> => {
  const sqlite = new BetterSqlite(path, { fileMustExist: true, timeout: busyTimeout });
  const database = connectSqlite(path);
  try {
    const find = sqlite.prepare<[string], SourceRow>(
      `select project_id as projectId, file_type as fileType, file_source as fileSource, file_size as bytes,
         (select method from builds where builds.file_id = sources.file_id order by ordinal desc limit 1) as method
       from sources where file_id = ?
         and not exists (select 1 from builds where builds.file_id = sources.file_id and status in ('Pending', 'Processing'))`,
    );
    const distrust = sqlite.prepare(
      "update versions set reader = null where file_id = ? and status = 'active'",
    );
    const builds = createSqlBuildStore(database, clock, {
      shareUploads: createShareUploads(database),
      shareBuilds: createShareBuilds(database),
    });
    for (const fileId of new Set(fileIds)) {
      const source = find.get(fileId);
      if (!source) continue;
      distrust.run(fileId);
      await builds.add({
        buildId: newId(),
        projectId: source.projectId,
        fileId,
        method: (source.method ?? "auto") as never,
        lane: laneOf({ ...source, pages: null }),
        task: "again",
      });
    }
  } finally {
    sqlite.close();
    await database.destroy();
  }
};
