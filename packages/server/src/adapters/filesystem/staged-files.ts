import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { isId, newId as randomId } from "../../kernel/ids.ts";
import { BlobTooLargeError, type StagedFiles } from "../../ports/blob-store.ts";
import { codeOf } from "./folder-errors.ts";
import { removeAbandoned } from "./remove-abandoned.ts";

/** An upload takes half an hour at the most. What is older in a shared folder is of a process that was killed. */
const abandonedMs = 3_600_000;

type StagingOptions = {
  /** Whether other processes use the folder, too. Default: false; then it is emptied first. */
  isShared?: boolean | undefined;
  newId?: (() => string) | undefined;
};

/** Receives uploads as files in a folder. */
export const openStagedFiles = async (
  staging: string,
  { isShared = false, newId = randomId }: StagingOptions = {},
): Promise<StagedFiles> => {
  if (isShared) await removeAbandoned(staging, abandonedMs);
  else await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });

  const pathOf = (stagingId: string): string => {
    if (!isId(stagingId)) throw new Error(`'${stagingId}' names no staged bytes`);
    return join(staging, stagingId);
  };

  return {
    pathOf,

    async stage(content, maxBytes) {
      const stagingId = newId();
      const path = pathOf(stagingId);
      try {
        const handle = await open(path, "w", 0o600);
        try {
          const hash = createHash("sha256");
          let size = 0;
          for await (const bytes of content) {
            size += bytes.byteLength;
            if (size > maxBytes) throw new BlobTooLargeError(`More than ${maxBytes} bytes arrived`);
            hash.update(bytes);
            await handle.writeFile(bytes);
          }
          await handle.sync();
          return { stagingId, size, contentHash: hash.digest("hex") };
        } finally {
          await handle.close();
        }
      } catch (error) {
        await rm(path, { force: true });
        throw explainDiskError(staging, error);
      }
    },

    async discard(staged) {
      await rm(pathOf(staged.stagingId), { force: true });
    },
  };
};

export const explainDiskError = (folder: string, error: unknown): unknown =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(error))
    ? new Error(`There is no space left for file bytes in ${folder}: free some, or remove sources`, {
        cause: error,
      })
    : error;
