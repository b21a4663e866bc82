import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { readStoreMark, writeStoreMark } from "../adapters/filesystem/store-mark.ts";

/** Puts the id of the database, proven or new, beside the files. */
export const markStore = async (paths: DataFolderPaths, storeId: string): Promise<void> => {
  if ((await readStoreMark(paths.files)) !== storeId) await writeStoreMark(paths.files, storeId);
};
