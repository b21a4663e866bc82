import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { readBlobs as storedBlobs } from "../../adapters/filesystem/filesystem-blob-store.ts";
import { readStoreMark } from "../../adapters/filesystem/store-mark.ts";
import { type DatabasePeek, peekDatabase } from "../../adapters/sql/peek-database.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import { databasePath } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";

/** Whether database, files and holding folder are of one store. Nothing else is looked at before that is proven. */
export async function examineStore(
  paths: DataFolderPaths,
): Promise<{ state: DatabasePeek["state"] | "damaged"; findings: FolderFinding[] }> {
  let database: DatabasePeek;
  try {
    database = peekDatabase(paths.database);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const what = /\((.*?)\)\. /.exec(error.message)?.[1] ?? "";
    return { state: "damaged", findings: [damaged(`it is damaged (${what})`, error.message)] };
  }
  try {
    const { state } = database;
    const findings = [...(await filesFindings(paths, database)), ...(await holdingFindings(paths, database))];
    return { state, findings };
  } finally {
    database.close();
  }
}

async function filesFindings(paths: DataFolderPaths, database: DatabasePeek): Promise<FolderFinding[]> {
  const { state, storeId } = database;
  const holdsFiles = await hasAny(paths.files);
  if (state !== "ours") return holdsFiles ? [withoutDatabase(paths, state)] : [];
  if (!holdsFiles) return [];
  const marked = await markOf(paths.files);
  if (marked instanceof OperatorError) return [unreadableMark("files/store.json", marked)];
  if (marked === null)
    return (await accountsForFiles(database, paths.files)) ? [unmarked(storeId)] : [unaccounted(paths)];
  return marked === storeId ? [] : [ofAnotherStore(paths, marked, storeId)];
}

async function holdingFindings(
  { holding }: DataFolderPaths,
  { state, storeId }: DatabasePeek,
): Promise<FolderFinding[]> {
  const marked = await markOf(holding);
  if (marked instanceof OperatorError) return [unreadableMark("holding/store.json", marked)];
  if (state !== "ours" || marked === null || marked === storeId) return [];
  return [
    {
      part: "holding",
      file: "holding/store.json",
      what: `it names another store (${marked}): the files in holding/ are not of this database`,
      lost: "nothing",
      remedy: "Move the folder holding/ out of the data folder.",
      kind: "damage",
      blocks: true,
      repair: null,
      refusal: `The folder ${holding} holds files of another store (${marked}). Move it out of the data folder.`,
    },
  ];
}

const markOf = (folder: string): Promise<string | null | OperatorError> =>
  readStoreMark(folder).catch((error: unknown) => {
    if (error instanceof OperatorError) return error;
    throw error;
  });

const hasAny = async (files: string): Promise<boolean> => {
  for await (const _ of storedBlobs(files).list()) return true;
  return false;
};

/**
 * The rule by which files without a mark are adopted: one of them is recorded in the database, under its project and
 * with its hash. Ids of projects are random, so one such file proves that both come from the same store; files beside
 * it that are not recorded are not a contradiction, since a crash or an older copy of the database leaves such ones.
 */
const accountsForFiles = async (database: DatabasePeek, files: string): Promise<boolean> => {
  for await (const content of storedBlobs(files).list()) if (database.knows(content)) return true;
  return false;
};

const damaged = (what: string, refusal: string): FolderFinding => ({
  part: "database",
  file: databasePath,
  what,
  lost: "everything but the stored files",
  remedy: remedies("this folder"),
  kind: "damage",
  blocks: true,
  repair: null,
  refusal,
});

const unreadableMark = (file: string, { message }: OperatorError): FolderFinding => ({
  part: file.startsWith("files") ? "files" : "holding",
  file,
  what: "it names no store",
  lost: "the proof that these files belong to the database",
  remedy: "Move it away: the next start compares the database with the files themselves.",
  kind: "damage",
  blocks: true,
  repair: null,
  refusal: message,
});

/** The start writes the mark once the database knows one of the files. */
const unmarked = (storeId: string | null): FolderFinding => ({
  part: "files",
  file: "files/store.json",
  what: "it is missing",
  lost: "the proof that the files belong to the database; the database knows them, so it can be given again",
  remedy: "'headwater doctor --repair' writes it again, as does the next start.",
  kind: "derived",
  blocks: false,
  repair: storeId === null ? null : { does: "mark files", storeId },
});

const remedies = (root: string): string =>
  `put their database back; or run 'headwater restore <backup>' into a new folder; or run 'headwater recover', which brings the sources back from the files; or, to start anew, move the folder ${root} away.`;

/** `recover` works only where no database is. */
const afterMoving = (root: string): string =>
  remedies(root).replace("or run 'headwater recover'", "or move this one away and run 'headwater recover'");

const withoutDatabase = (
  { root, database }: DataFolderPaths,
  state: Exclude<DatabasePeek["state"], "ours">,
): FolderFinding => {
  const what = state === "absent" ? "missing" : "empty";
  const refusal = `The data folder ${root} holds stored files, but its database ${database} is ${what}. Nothing was changed: ${remedies(root)}`;
  return {
    ...damaged(`it is ${what}, and files/ holds stored files`, refusal),
    remedy: capital(remedies(root)),
  };
};

const ofAnotherStore = (
  { root, database }: DataFolderPaths,
  marked: string,
  storeId: string | null,
): FolderFinding => {
  const refusal = `The database ${database} belongs to other files than those in ${root} (store ${storeId ?? "without an id"}, the files are of ${marked}). Nothing was changed: ${afterMoving(root)}`;
  const what = `its table store has the id ${storeId ?? "of none"}, and files/store.json has ${marked}: it belongs to other files`;
  return {
    ...damaged(what, refusal),
    lost: "the proof that files and database belong together",
    remedy: capital(afterMoving(root)),
  };
};

const unaccounted = ({ root, database }: DataFolderPaths): FolderFinding => ({
  ...damaged(
    "it knows none of the files in files/, which have no mark: it may be another folder's",
    `The database ${database} knows none of the files that are stored in ${root}: it may be another one's. Nothing was changed: ${afterMoving(root)}`,
  ),
  remedy: capital(afterMoving(root)),
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
