import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { Kysely, SqliteDialect } from "kysely";
import { readShutdownState } from "../../adapters/filesystem/clean-shutdown.ts";
import { stampFile } from "../../adapters/filesystem/copy-hashed.ts";
import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { codeOf } from "../../adapters/filesystem/folder-errors.ts";
import { folderInUse } from "../../adapters/filesystem/folder-lock.ts";
import { openStoredFiles } from "../../adapters/filesystem/stored-files.ts";
import { openIndexForReading } from "../../adapters/lance/read-index.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import { examineDatabase } from "../../adapters/sql/examine-database.ts";
import { knownMigrations } from "../../adapters/sql/migrate.ts";
import { openForReading, readBlobs, readUnknownMigrations } from "../../adapters/sql/open-for-reading.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { examineFiles, type FileExamination } from "../../backup/examine-files.ts";
import { counted, inWords } from "../../backup/sizes.ts";
import { systemClock } from "../../kernel/clock.ts";
import { compareIndex } from "../../retrieval/compare-index.ts";
import { type Finding, ill, note, ok } from "./finding.ts";

/** Up to so many bytes are hashed without being asked to: a few seconds. */
const hashedAnyway = 500_000_000;

/** Beside a running service a file may be on its way: what is odd is looked at again after so long, in ms. */
const secondLookAfter = 1_000;

export async function examineDatabasePart({ root, database: path }: DataFolderPaths): Promise<Finding> {
  if (!existsSync(path))
    return ill(
      `${path} is missing. Restore a backup ('headwater restore'), or bring the sources back from the files: 'headwater recover'.`,
    );
  const { findings, onlyIndices } = examineDatabase(path, "full");
  if (findings.length > 0) {
    const remedy = onlyIndices
      ? "Only its indices are ill: stop the service and run 'headwater doctor --repair'."
      : "Stop the service. Restore a backup into a new folder ('headwater restore'), or move the database away and run 'headwater recover'.";
    return ill(`${path} is damaged. ${remedy}`, findings);
  }
  const state = await readShutdownState(root, path);
  if (
    state.kind === "clean" &&
    state.sha256 !== undefined &&
    (await stampFile(path))?.sha256 !== state.sha256
  ) {
    return ill(
      `${path} has other bytes than at the clean stop, although nothing wrote to it: its disk may be failing. Restore a backup into a new folder on another disk ('headwater restore').`,
    );
  }
  const database = openForReading(path);
  try {
    const [unknown] = readUnknownMigrations(database, knownMigrations());
    if (unknown !== undefined)
      return ill(`made by a newer Headwater (migration ${unknown}): use that version for ${root}.`);
    const count = (sql: string) => Number(database.prepare(sql).pluck().get());
    const projects = count("select count(*) from projects");
    const waiting = count("select count(*) from builds where status = 'Pending'");
    const running = count("select count(*) from builds where status = 'Processing'");
    return ok(
      `pages, keys and rows read and found sound; ${counted(projects, "project")}, ${counted(waiting, "build")} waiting, ${running} running`,
    );
  } finally {
    database.close();
  }
}

export async function examineFilesPart(paths: DataFolderPaths, hashAll: boolean): Promise<Finding> {
  const stored = openStoredFiles(paths.root);
  const named = () => {
    const database = openForReading(paths.database);
    try {
      return readBlobs(database);
    } finally {
      database.close();
    }
  };
  const total = named().reduce((sum, { size }) => sum + (size ?? 0), 0);
  const hashes = hashAll || total <= hashedAnyway;
  const look = () => examineFiles(named(), stored, { hashes, unexplained: true });
  let found = await look();
  if (oddities(found).length > 0 && folderInUse(paths.root)) {
    await after(secondLookAfter);
    found = inBoth(found, await look());
  }
  const { missing, damaged, unexplained, blobs, bytes } = found;
  const checked = hashes ? "every byte read" : "sizes compared; --hashes reads every byte";
  const text = `${counted(blobs, "file")}, ${inWords(bytes)}, ${checked}`;
  if (missing.length + damaged.length > 0) {
    const what = `${missing.length} missing, ${damaged.length} not what was uploaded`;
    const remedy =
      "Bring them back from a backup, or delete their sources; the files lie under files/ in a backup too.";
    return ill(`${text}: ${what}. ${remedy}`, oddities(found));
  }
  if (unexplained.length === 0) return ok(text);
  return note(
    `${text}; ${counted(unexplained.length, "file")} that no source names (the service sets them aside at its next start)`,
    oddities(found),
  );
}

const oddities = ({ missing, damaged, unexplained }: FileExamination): string[] => [
  ...missing.map((path) => `missing      ${path}`),
  ...damaged.map((path) => `damaged      ${path}`),
  ...unexplained.map((path) => `unexplained  ${path}`),
];

const inBoth = (first: FileExamination, second: FileExamination): FileExamination => ({
  ...second,
  missing: second.missing.filter((path) => first.missing.includes(path)),
  damaged: second.damaged.filter((path) => first.damaged.includes(path)),
  unexplained: second.unexplained.filter((path) => first.unexplained.includes(path)),
});

export async function examineIndex(paths: DataFolderPaths): Promise<Finding> {
  const database = new Kysely<Database>({
    dialect: new SqliteDialect({ database: openForReading(paths.database) }),
  });
  try {
    const index = await openIndexForReading(paths.index);
    if (index === null) return note("not there: the service makes it from the database at its next start");
    try {
      const { missing, leftOver, inPlace } = await compareIndex({
        index,
        ...createStores(database, systemClock),
      });
      if (missing + leftOver === 0)
        return ok(`${counted(inPlace, "document version")}, all as the database has them`);
      if (folderInUse(paths.root))
        return note(
          `${missing} document versions missing, ${leftOver} left over: documents are being read or deleted just now, or a start has yet to mend it. Look again when the service is at rest.`,
        );
      return ill(
        `${missing} document versions missing, ${leftOver} left over. Restart the service: it mends its index at start.`,
      );
    } finally {
      index.close();
    }
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split("\n");
    return ill(
      `can't be read (${line}). Stop the service and run 'headwater doctor --repair'; no document is lost.`,
    );
  } finally {
    await database.destroy();
  }
}

/** What lies in the holding folder: bytes that no source named, kept for a while before they go. */
export async function namesInHolding(root: string): Promise<string[]> {
  try {
    return (await readdir(join(root, "holding"))).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

export async function examineHolding({ root }: DataFolderPaths): Promise<Finding> {
  const names = await namesInHolding(root);
  if (names.length === 0) return ok("empty");
  return note(
    `${counted(names.length, "entry").replace(/entrys$/, "entries")} set aside, kept for 7 days; 'headwater doctor --empty-holding' removes them now`,
    names,
  );
}
