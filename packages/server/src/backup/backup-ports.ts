import type { BlobReference } from "./stored-paths.ts";

export type FileStamp = { size: number; sha256: string };

export type StoreCounts = { projects: number; sources: number; conversations: number };

/** The database as it stood when the snapshot was opened, whatever is written to it meanwhile. */
export type DatabaseSnapshot = {
  /** Null for a database that has no identity yet. */
  storeId: string | null;
  counts: StoreCounts;
  /** What its sources name, each once. */
  blobs: BlobReference[];
  /** Bytes of the database. */
  size: number;
  /** Writes this very snapshot to a file and checks it. Throws OperatorError when the database is damaged. */
  copyTo(path: string, onProgress: (share: number) => void): Promise<void>;
  close(): void;
};

/** A folder that is being filled from another one of the same layout; paths are relative to both roots. */
export type FilledFolder = {
  freeBytes(): Promise<number>;
  /** Takes the folder, for this user alone. Throws OperatorError when it is not a place to write to. */
  begin(): Promise<void>;
  /** Copies a file, hashing what is written, durably. Null when there is no such file to copy. */
  copy(path: string): Promise<FileStamp | null>;
  /** Lets another write the file at the path it is given; makes it durable and hashes it. */
  receive(path: string, write: (absolutePath: string) => Promise<void>): Promise<FileStamp>;
  remove(path: string): Promise<void>;
};

/** A folder that becomes a backup when its manifest is written. */
export type BackupTarget = FilledFolder & {
  /** Writes the manifest, once everything else would survive a power cut. */
  finish(manifest: string): Promise<void>;
};

/** A folder that becomes a data folder in one step. */
export type RestoreTarget = Omit<FilledFolder, "receive" | "remove"> & {
  /** Puts everything in its place, marked as cleanly shut down. */
  finish(): Promise<void>;
};

/** A backup, to be looked at before anything of it is used. */
export type BackupReader = {
  /** Null when there is none. */
  manifest(): Promise<string | null>;
  /** Size and hash of a file; null when it is not there or is no ordinary file. */
  stamp(path: string): Promise<FileStamp | null>;
  /** Every file there is. */
  list(): Promise<string[]>;
  /** The name of a migration of the backup's database that this Headwater does not know; null when it knows all. */
  unknownMigration(): Promise<string | null>;
};

/** The `files/` of a data folder, to be looked at; paths are relative to the data folder. */
export type StoredFiles = {
  /** Bytes of an ordinary file; null when there is none. */
  size(path: string): Promise<number | null>;
  stamp(path: string): Promise<FileStamp | null>;
  list(): Promise<string[]>;
};

export type Progress = (phase: "files" | "database" | "checking", done: number, total: number) => void;
