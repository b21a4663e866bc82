import { type Dirent, existsSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FolderFinding } from "../../backup/folder-finding.ts";
import { databasePath } from "../../backup/stored-paths.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { currentFolderVersion, type DataFolderPaths } from "./data-folder.ts";
import { elsewhereName } from "./files-elsewhere.ts";
import { codeOf } from "./folder-errors.ts";
import { readVersion } from "./folder-version.ts";
import { oldIndexNames } from "./old-index.ts";

/** The folder's `version` file: which layout it has. */
export const examineVersion = async ({ root, database }: DataFolderPaths): Promise<FolderFinding[]> => {
  const finding = {
    part: "data folder",
    file: "version",
    kind: "damage",
    lost: "which layout the folder has",
    remedy: `'headwater doctor --repair' writes it again (${currentFolderVersion}).`,
    blocks: false,
    repair: { does: "write version" },
  } as const;
  try {
    const version = await readVersion(root, currentFolderVersion);
    if (version !== null || !existsSync(database)) return [];
    return [{ ...finding, what: "it is missing", kind: "derived" }];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const isNewer = error.message.includes("newer");
    return [
      {
        ...finding,
        what: isNewer ? "a newer Headwater wrote it" : "it holds no version number",
        blocks: true,
        refusal: error.message,
        ...(isNewer && {
          lost: "nothing",
          repair: null,
          remedy: "Start the newer one; if none was used here, write 1 into it.",
        }),
      },
    ];
  }
};

/** Folders whose content the service makes again, or needs no more: nothing in them is looked at. */
const cachesOf = ({ pages, downloads, models, staging, temporary }: DataFolderPaths): string[] => [
  ...oldIndexNames,
  ...[pages, downloads, models, staging, temporary].map((path) => basename(path)),
];

const knownFiles = new Set([
  "version",
  "token",
  "reserve",
  "clean-shutdown.json",
  elsewhereName,
  "lock.sqlite",
  "lock.sqlite-journal",
  "lock.pid",
  databasePath,
  `${databasePath}-wal`,
  `${databasePath}-shm`,
]);

/** Copies of the database that an update or `recover` left on purpose. */
const isKeptCopy = (name: string): boolean =>
  new RegExp(`^${databasePath}\\.before-\\d{4}-[a-z-]+$`).test(name) ||
  new RegExp(`^${databasePath}(-wal)?\\.lost-[0-9TZ.]+$`).test(name);

/** A write that was cut short leaves one of these. */
const isDraft = (name: string): boolean => /\.(new|part)$|\.recovering(-wal|-shm)?$/.test(name);

/** Unexpected files, and files and folders that other users of the machine can read. */
export const examineEntries = async (paths: DataFolderPaths): Promise<FolderFinding[]> => {
  const { root, files, holding } = paths;
  const caches = cachesOf(paths);
  const knownFolders = new Set([basename(files), basename(holding), ...caches]);
  const findings: FolderFinding[] = [];
  const look = async (path: string, entry: Dirent | null): Promise<void> => {
    const facts = await lstat(join(root, path)).catch((error: unknown) => {
      // It was removed meanwhile.
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
    if (!facts) return;
    const name = entry?.name ?? path;
    // What was set aside keeps its name.
    const isHeld = path.startsWith("holding/") && path !== "holding/store.json.new";
    if (facts.isFile() && isDraft(name) && !isHeld) findings.push(leftover(path));
    else findings.push(...modeFinding(path, facts));
    if (!facts.isDirectory() || caches.includes(path)) return;
    for (const inner of await readdir(join(root, path), { withFileTypes: true }).catch(noFolder))
      await look(path === "" ? inner.name : `${path}/${inner.name}`, inner);
  };
  await look("", null);
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const { name } = entry;
    const known = entry.isDirectory() ? knownFolders.has(name) : knownFiles.has(name) || isKeptCopy(name);
    if (!known && !isDraft(name)) findings.push(strange(name));
  }
  return findings;
};

const noFolder = (error: unknown): Dirent[] => {
  if (codeOf(error) === "ENOENT") return [];
  throw error;
};

const leftover = (path: string): FolderFinding => ({
  part: partOf(path),
  file: path,
  what: "it is left over from a write that was cut short",
  lost: "nothing: the file that it was to replace is still the one before",
  remedy: "'headwater doctor --repair' moves it into holding/.",
  kind: "damage",
  blocks: false,
  repair: { does: "set aside" },
});

const strange = (name: string): FolderFinding => ({
  part: "data folder",
  file: name,
  what: "it is not Headwater's",
  lost: "nothing",
  remedy: "It is left alone.",
  kind: "note",
  blocks: false,
  repair: null,
});

/** Others of this machine must not read what users stored; the service itself must read and write it. */
const modeFinding = (path: string, facts: Stats): FolderFinding[] => {
  // Windows has no such modes; a link has none of its own.
  if (process.platform === "win32" || facts.isSymbolicLink()) return [];
  const right = facts.isDirectory() ? 0o700 : 0o600;
  const mode = facts.mode & 0o777;
  if ((mode & 0o077) === 0 && (mode & right) === right) return [];
  const isOwn = process.getuid?.() === 0 || process.getuid?.() === facts.uid;
  return [
    {
      part: partOf(path),
      file: path || ".",
      what: `its mode is ${octal(mode)} instead of ${octal(right)}${(mode & 0o077) === 0 ? "" : ": other users of this machine can reach it"}`,
      lost: (mode & 0o077) === 0 ? "nothing" : "its secrecy",
      remedy: isOwn
        ? "'headwater doctor --repair' sets it."
        : `It belongs to another user, who can set it: chmod ${octal(right)}.`,
      kind: isOwn ? "damage" : "note",
      blocks: false,
      repair: isOwn ? { does: "set mode", mode: right } : null,
    },
  ];
};

const octal = (mode: number): string => mode.toString(8).padStart(4, "0");

const partOf = (path: string): FolderFinding["part"] =>
  path.startsWith("holding")
    ? "holding"
    : path.endsWith(".json") || path.endsWith(".json.new")
      ? "sidecars"
      : path.startsWith("files")
        ? "files"
        : path.startsWith(databasePath)
          ? "database"
          : "data folder";
