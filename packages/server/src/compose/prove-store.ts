import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { readBlobs } from "../adapters/filesystem/filesystem-blob-store.ts";
import { readStoreMark, writeStoreMark } from "../adapters/filesystem/store-mark.ts";
import { type DatabasePeek, peekDatabase } from "../adapters/sql/peek-database.ts";
import { OperatorError } from "../kernel/operator-error.ts";

/**
 * Proves, before anything is opened or changed, that the database is the one that wrote the stored files. Throws an
 * OperatorError that names the remedies when there is none, or another one's.
 */
export const proveStore = async (paths: DataFolderPaths): Promise<void> => {
  const database = peekDatabase(paths.database);
  try {
    if (!(await holdsFiles(paths.files))) return;
    if (database.state !== "ours") throw withoutDatabase(paths, database.state);
    const marked = await readStoreMark(paths.files);
    if (marked === null) {
      if (!(await accountsForFiles(database, paths.files))) throw unaccounted(paths);
    } else if (marked !== database.storeId) {
      throw ofAnotherStore(paths, marked, database.storeId);
    }
  } finally {
    database.close();
  }
};

/** Puts the id of the database, proven or new, beside the files. */
export const markStore = async (paths: DataFolderPaths, storeId: string): Promise<void> => {
  if ((await readStoreMark(paths.files)) !== storeId) await writeStoreMark(paths.files, storeId);
};

const holdsFiles = async (files: string): Promise<boolean> => {
  for await (const _ of readBlobs(files).list()) return true;
  return false;
};

/**
 * The rule by which files without a mark are adopted: one of them is recorded in the database, under its project and
 * with its hash. Ids of projects are random, so one such file proves that both come from the same store; files beside
 * it that are not recorded are no contradiction, since a crash or an older copy of the database leaves such ones.
 */
const accountsForFiles = async (database: DatabasePeek, files: string): Promise<boolean> => {
  for await (const content of readBlobs(files).list()) if (database.knows(content)) return true;
  return false;
};

const remedies = (root: string): string =>
  `put their database back; or run 'headwater restore <backup>' into a new folder; or run 'headwater recover', which brings the sources back from the files; or, to start anew, move the folder ${root} away.`;

const withoutDatabase = ({ root, database }: DataFolderPaths, state: "absent" | "empty") =>
  new OperatorError(
    `The data folder ${root} holds stored files, but its database ${database} is ${state === "absent" ? "missing" : "empty"}. Nothing was changed: ${remedies(root)}`,
  );

const ofAnotherStore = ({ root, database }: DataFolderPaths, marked: string, storeId: string | null) =>
  new OperatorError(
    `The database ${database} belongs to other files than those in ${root} (store ${storeId ?? "without an id"}, the files are of ${marked}). Nothing was changed: ${afterMoving(root)}`,
  );

const unaccounted = ({ root, database }: DataFolderPaths) =>
  new OperatorError(
    `The database ${database} knows none of the files that are stored in ${root}: it may be another one's. Nothing was changed: ${afterMoving(root)}`,
  );

/** `recover` works only where no database is. */
const afterMoving = (root: string): string =>
  remedies(root).replace("or run 'headwater recover'", "or move this one away and run 'headwater recover'");
