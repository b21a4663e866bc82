import { dataFolderPaths } from "../adapters/filesystem/data-folder.ts";

/**
 * Lets this process, its native libraries and the programs that it starts keep temporary files in the data folder, which is
 * proved to work before the service is ready. The system's temporary folder may be missing, full or read-only, and some
 * libraries end the process then.
 */
export function keepTemporaryFilesIn(dataFolder: string): void {
  process.env.TMPDIR = dataFolderPaths(dataFolder).temporary;
}
