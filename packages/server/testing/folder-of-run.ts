import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the folder of a test run is named for the processes that run tests. */
export const folderVariable = "TEST_RUN_FOLDER";

/** A folder for what lives until a worker ends, which ends without a word: it is removed after the run. */
export default async function makeFolderOfRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-run-"));
  process.env[folderVariable] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
