import type { DataFolderPaths } from "../../adapters/filesystem/data-folder.ts";
import { examineEntries, examineVersion } from "../../adapters/filesystem/examine-layout.ts";
import { refuseUnusableFolder } from "../../adapters/filesystem/restore-target.ts";
import { afterPowerCut, findCut } from "../../adapters/sql/cut-log.ts";
import { databaseFinding } from "../../adapters/sql/database-finding.ts";
import { examineDatabase } from "../../adapters/sql/examine-database.ts";
import type { FolderFinding, Repair } from "../../backup/folder-finding.ts";
import { counted } from "../../backup/sizes.ts";
import { databasePath } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { examineMark } from "./examine-mark.ts";
import { examineSidecars } from "./examine-sidecars.ts";
import { examineStore } from "./examine-store.ts";
import { examineStoredFiles, type VerifiedFiles } from "./examine-stored-files.ts";
import { examineToken } from "./examine-token.ts";

/**
 * What is looked at, each with all before it:
 * - `start`: whose folder it is, and the tables and indices. Takes the same time whatever is stored.
 * - `quick`: every page and key of the database, and the size of every file. After a crash, before serving.
 * - `content`: every row, and the bytes of every file. After a crash, beside the service.
 * - `all`: sidecars, modes, leftovers, and what has changed since the clean stop. For `doctor`.
 */
export type VerificationDepth = "start" | "quick" | "content" | "all";

export type VerificationOptions = {
  depth: VerificationDepth;
  /** Of `content` and `all`: reads the files' bytes if they are no more than these. Default: however many. */
  hashUpTo?: number;
  /** Where the database is read, if its own disk does not let SQLite read it there. */
  readFrom?: string;
  /** A backup has the layout of a data folder, and no database of its own that could run. */
  isBackup?: boolean;
  /** The files are not in the folder: nothing is said of them. */
  filesElsewhere?: boolean;
};

export type Verification = { findings: FolderFinding[]; files: VerifiedFiles };

const depths: VerificationDepth[] = ["start", "quick", "content", "all"];

/** What is not as Headwater left it in a data folder or a backup. Changes nothing, also beside a running service. */
export async function verifyFolder(
  paths: DataFolderPaths,
  {
    depth,
    hashUpTo = Number.POSITIVE_INFINITY,
    readFrom = paths.database,
    isBackup = false,
    filesElsewhere = false,
  }: VerificationOptions,
): Promise<Verification> {
  const reaches = (wanted: VerificationDepth) => depths.indexOf(depth) >= depths.indexOf(wanted);
  const readable = { ...paths, database: readFrom };
  const none = { count: 0, bytes: 0, hashed: false };

  const folder = isBackup ? [] : [...unusable(paths), ...(await examineVersion(paths))];
  const store = await examineStore(readable);
  const early = [...folder, ...store.findings];
  if (store.state !== "ours") return { findings: early, files: none };
  const database = await examineDatabase(readFrom, depth === "start" || depth === "quick" ? depth : "full");
  const entries = reaches("all") ? [...cutLogFindings(readFrom), ...(await examineEntries(paths))] : [];
  const found = [...early, ...database, ...entries];
  if (!reaches("quick") || found.some(({ blocks, part }) => blocks && part === "database"))
    return { findings: found, files: none };

  const content = filesElsewhere
    ? { findings: [], files: none, lostFiles: new Set<string>() }
    : await examineStoredFiles(readable, {
        hashUpTo: reaches("content") ? hashUpTo : -1,
        unexplained: reaches("all"),
      });
  const rest = reaches("all")
    ? [
        ...(await examineMark(paths, readFrom, database)),
        ...(await examineToken(readable)),
        ...(filesElsewhere ? [] : await examineSidecars(readable)),
      ]
    : [];
  return {
    findings: [
      ...found.map((finding) => withoutLostFiles(finding, content.lostFiles)),
      ...content.findings,
      ...rest,
    ],
    files: content.files,
  };
}

function cutLogFindings(database: string): FolderFinding[] {
  const cut = findCut(database);
  if (cut === null) return [];
  return [
    databaseFinding({
      file: `${databasePath}-wal`,
      what: `frame ${cut.frame} is damaged`,
      lost: `the ${counted(cut.lostCommits, "change")} behind it`,
      kind: "damage",
      remedy: `${afterPowerCut} The next start keeps a copy of the log. Restore a backup if something is missing.`,
    }),
  ];
}

function unusable({ root }: DataFolderPaths): FolderFinding[] {
  try {
    refuseUnusableFolder(root);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [
      {
        part: "data folder",
        file: ".",
        what: error.message.replace(/\.$/, ""),
        lost: "nothing",
        remedy: "",
        kind: "damage",
        blocks: true,
        repair: null,
        refusal: error.message,
      },
    ];
  }
}

/** Documents are read again from their files, where these are sound. */
function withoutLostFiles(finding: FolderFinding, lostFiles: Set<string>): FolderFinding {
  const { repair } = finding;
  if (repair?.does !== "read again" || !repair.fileIds.some((id) => lostFiles.has(id))) return finding;
  const fileIds = repair.fileIds.filter((id) => !lostFiles.has(id));
  const rest: Repair | null = fileIds.length > 0 ? { ...repair, fileIds } : null;
  return {
    ...finding,
    kind: "damage",
    repair: rest,
    remedy: `${rest ? `${finding.remedy} ` : ""}The files of ${repair.fileIds.length - fileIds.length} of them are lost too: upload these again, or restore a backup.`,
  };
}
