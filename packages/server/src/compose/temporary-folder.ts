import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";

/** Native libraries and converters may need as much for one document. */
const minFreeBytes = 256 * 1024 * 1024;

/**
 * Lets this process, its native libraries and the programs that it starts keep temporary files in the data folder where
 * the system's temporary folder is missing, full or read-only: some libraries end the process then. The data folder is
 * proved to work before the service is ready. It is the second choice, because programs that read documents must not be
 * able to enter it, and so get weaker walls (see SECURITY.md).
 */
export function keepTemporaryFilesIn(dataFolder: string): void {
  if (!isUsable(tmpdir())) process.env.TMPDIR = dataFolderPaths(dataFolder).temporary;
}

function isUsable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, "headwater-")));
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false; // missing, read-only, or another user's
  }
}
