import { forEachParallel } from "../kernel/for-each-parallel.ts";
import type { StoredFiles } from "./backup-ports.ts";
import { type BlobReference, blobPath, sidecarPath, smallFiles } from "./stored-paths.ts";

export type FileExamination = {
  /** Files that sources name, and their bytes. */
  blobs: number;
  bytes: number;
  /** Paths of named files that are missing, and of those whose size or bytes differ from the upload. */
  missing: string[];
  damaged: string[];
  /** Paths that no source explains. */
  unexplained: string[];
};

export type FileExaminationOptions = {
  /** Reads every byte instead of only the sizes. */
  hashes: boolean;
  /** Also looks for files that no source names. */
  unexplained: boolean;
};

const looksAtOnce = 16;

/** Compares the stored files with the database. Changes nothing. */
export async function examineFiles(
  named: BlobReference[],
  files: StoredFiles,
  options: FileExaminationOptions,
): Promise<FileExamination> {
  const found: FileExamination = { blobs: named.length, bytes: 0, missing: [], damaged: [], unexplained: [] };
  await forEachParallel(named, options.hashes ? 4 : looksAtOnce, async (blob) => {
    const path = blobPath(blob);
    const size = await files.size(path);
    if (size === null) return void found.missing.push(path);
    found.bytes += size;
    const wrongSize = blob.size !== null && blob.size !== size;
    const wrong = wrongSize || (options.hashes && (await files.stamp(path))?.sha256 !== blob.contentHash);
    if (wrong) found.damaged.push(path);
  });
  if (options.unexplained) {
    const explained = new Set([
      ...smallFiles,
      ...named.flatMap((blob) => [blobPath(blob), sidecarPath(blob)]),
    ]);
    found.unexplained = (await files.list()).filter((path) => !explained.has(path));
  }
  return found;
}
