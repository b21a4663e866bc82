import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { openStoredFiles } from "../../adapters/filesystem/stored-files.ts";
import { openForReading, readBlobs, readNames } from "../../adapters/sql/open-for-reading.ts";
import { examineFiles } from "../../backup/examine-files.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import type { BlobReference } from "../../backup/stored-paths.ts";

/** Named in one finding; a file may have thousands of sources. */
const maxNames = 5;

export type VerifiedFiles = {
  count: number;
  bytes: number;
  /** Whether every byte was read. */
  hashed: boolean;
};

/** Compares the files with the sources that name them: their sizes, or all their bytes. */
export async function examineStoredFiles(
  paths: DataFolderPaths,
  options: ExaminedFiles,
): Promise<ComparedFiles> {
  const database = openForReading(paths.database);
  try {
    const named = {
      blobs: readBlobs(database),
      sourcesOf: async (hash: string) => readNames(database, hash),
    };
    return await compareFiles(paths.root, named, options);
  } finally {
    database.close();
  }
}

type ExaminedFiles = {
  /** Reads the bytes if they are no more than these; sizes only beyond. */
  hashUpTo: number;
  /** Also looks for files that no source names. */
  unexplained: boolean;
};

export type ComparedFiles = {
  findings: FolderFinding[];
  files: VerifiedFiles;
  /** Ids of sources whose bytes are not there or not theirs. */
  lostFiles: Set<string>;
};

/** What a database says of stored files. */
export type NamedFiles = {
  blobs: BlobReference[];
  sourcesOf(contentHash: string): Promise<{ fileId: string; fileName: string }[]>;
};

/** Compares the files of a data folder with what any database says of them. */
export async function compareFiles(
  root: string,
  named: NamedFiles,
  { hashUpTo, unexplained }: ExaminedFiles,
): Promise<ComparedFiles> {
  const hashes = named.blobs.reduce((sum, { size }) => sum + (size ?? 0), 0) <= hashUpTo;
  const found = await examineFiles(named.blobs, openStoredFiles(root), { hashes, unexplained });
  const lostFiles = new Set<string>();
  const lost = async (path: string, what: string): Promise<FolderFinding> => {
    const sources = await named.sourcesOf(path.split("/").at(-1) ?? "");
    for (const { fileId } of sources) lostFiles.add(fileId);
    const names = sources.slice(0, maxNames).map(({ fileName }) => fileName);
    const more = sources.length > maxNames ? ` and ${sources.length - maxNames} more sources` : "";
    return {
      part: "files",
      file: path,
      what,
      lost: `the uploaded bytes of ${names.join(", ")}${more}; what was read from them still answers`,
      remedy:
        "Bring the file back from a backup, where it has the same path; or upload it again and delete this source; or go on without it: 'headwater doctor --repair --accept-missing'.",
      kind: "damage",
      blocks: true,
      repair: null,
    };
  };
  const findings: FolderFinding[] = [];
  for (const path of found.missing) findings.push(await lost(path, "it is missing"));
  for (const path of found.damaged) findings.push(await lost(path, "it is not what was uploaded"));
  findings.push(...found.unexplained.filter((path) => !path.endsWith(".new")).map(unnamed));
  return { findings, files: { count: found.blobs, bytes: found.bytes, hashed: hashes }, lostFiles };
}

const unnamed = (path: string): FolderFinding => ({
  part: "files",
  file: path,
  what: "no source names it",
  lost: "nothing",
  remedy: "The service sets it aside at its next start, and keeps it for 7 days.",
  kind: "note",
  blocks: false,
  repair: null,
});
