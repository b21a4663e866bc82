import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { openStoredFiles } from "../../adapters/filesystem/stored-files.ts";
import { openForReading, readBlobs, readNames } from "../../adapters/sql/open-for-reading.ts";
import { examineFiles } from "../../backup/examine-files.ts";
import type { FolderFinding } from "../../backup/folder-finding.ts";

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
  { hashUpTo, unexplained }: { hashUpTo: number; unexplained: boolean },
): Promise<{
  findings: FolderFinding[];
  files: VerifiedFiles;
  /** Ids of sources whose bytes are not there or not theirs. */
  lostFiles: Set<string>;
}> {
  const database = openForReading(paths.database);
  try {
    const named = readBlobs(database);
    const hashes = named.reduce((sum, { size }) => sum + (size ?? 0), 0) <= hashUpTo;
    const found = await examineFiles(named, openStoredFiles(paths.root), { hashes, unexplained });
    const lostFiles = new Set<string>();
    const lost = (path: string, what: string): FolderFinding => {
      const sources = readNames(database, path.split("/").at(-1) ?? "");
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
    return {
      findings: [
        ...found.missing.map((path) => lost(path, "it is missing")),
        ...found.damaged.map((path) => lost(path, "it is not what was uploaded")),
        ...found.unexplained.filter((path) => !path.endsWith(".new")).map(unnamed),
      ],
      files: { count: found.blobs, bytes: found.bytes, hashed: hashes },
      lostFiles,
    };
  } finally {
    database.close();
  }
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
