import { type FileHandle, open } from "node:fs/promises";
import { BlobMissingError } from "../../ports/blob-store.ts";
import { codeOf } from "./folder-errors.ts";

/** Opens stored bytes for reading. Throws BlobMissingError when there is no such file. */
export const openBytes = (path: string): Promise<FileHandle> =>
  open(path, "r").catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new BlobMissingError(`The bytes ${path} are missing`, { cause: error });
  });
