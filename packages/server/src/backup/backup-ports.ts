import type { BlobReference } from "./stored-paths.ts";

export type FileStamp = { size: number; sha256: string };

export type StoreCounts = { projects: number; sources: number; conversations: number };

/** The database as it was when the snapshot was opened. Later writes do not change it. */
export type DatabaseSnapshot = {
  /** Null for a database that has no identity yet. */
  storeId: string | null;
  counts: StoreCounts;
  /** The blobs that its sources name, each once. */
  blobs: BlobReference[];
  /** Bytes of the database. */
  size: number;
  /** Writes this very snapshot to a file and checks it. Throws OperatorError when the database is damaged. */
  copyTo(path: string, onProgress: (share: number) => void): Promise<void>;
  close(): void;
};

/** A folder that is filled from another folder of the same layout. Paths are relative to both roots. */
export type FilledFolder = {
  freeBytes(): Promise<number>;
  /** Prepares the folder and makes it private to this user. Throws OperatorError when it cannot be written to. */
  begin(): Promise<void>;
  /** Copies a file durably and hashes the written bytes. Returns null when there is no such file. */
  copy(path: string): Promise<FileStamp | null>;
  /** Calls `write` with the absolute path, then makes the written file durable and hashes it. */
  receive(path: string, write: (absolutePath: string) => Promise<void>): Promise<FileStamp>;
  remove(path: string): Promise<void>;
};

/** A folder that becomes a backup when its manifest is written. */
export type BackupTarget = FilledFolder & {
  /** Writes the manifest after everything else is durable. */
  finish(manifest: string): Promise<void>;
};

/** A folder that becomes a data folder in one step. */
export type RestoreTarget = Omit<FilledFolder, "receive" | "remove"> & {
  /** Moves everything into place and marks the folder as cleanly shut down. */
  finish(): Promise<void>;
};

/** Reads a backup, so that it can be checked before any of it is used. */
export type BackupReader = {
  /** Null when there is none. */
  manifest(): Promise<string | null>;
  /** Size and hash of a file. Null when it is missing or is not a regular file. */
  stamp(path: string): Promise<FileStamp | null>;
  /** Every file there is. */
  list(): Promise<string[]>;
  /**
   * The name of a migration in the backup's database that this Headwater does not know. Null when it knows all of them.
   */
  unknownMigration(): Promise<string | null>;
};

/** Reads the `files/` of a data folder. Paths are relative to the data folder. */
export type StoredFiles = {
  /** Size of a regular file in bytes. Null when there is none. */
  size(path: string): Promise<number | null>;
  stamp(path: string): Promise<FileStamp | null>;
  list(): Promise<string[]>;
};

export type Progress = (phase: "files" | "database" | "checking", done: number, total: number) => void;
