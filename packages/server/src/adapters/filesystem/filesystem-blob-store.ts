import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isId, newId as randomId } from "../../kernel/ids.ts";
import { type BlobStore, BlobTooLargeError } from "../../ports/blob-store.ts";
import { blobPath, listContents, putInFolder, removeWithEmptyFolders } from "./blob-paths.ts";
import { checkedBytes } from "./checked-bytes.ts";
import { codeOf } from "./folder-errors.ts";
import { openBytes } from "./open-bytes.ts";
import { rangeBytes } from "./range-bytes.ts";
import { removeAbandoned } from "./remove-abandoned.ts";

export type BlobFolders = {
  /** Bytes by project and hash: `<projectId>/<first two digits>/<hash>`. */
  files: string;
  /** On the same disk as `files`. Everything in it is deleted when the store opens, unless it is shared. */
  staging: string;
  /** Whether other processes use them, too. Default: false; the data folder's lock ensures that. */
  isShared?: boolean;
};

/** An upload takes half an hour at the most. What is older in a shared folder is of a process that was killed. */
const abandonedMs = 3_600_000;

/** Stores file bytes in folders. */
export const openFilesystemBlobStore = async (
  { files, staging, isShared = false }: BlobFolders,
  newId: () => string = randomId,
): Promise<BlobStore> => {
  await mkdir(files, { recursive: true, mode: 0o700 });
  if (isShared) await removeAbandoned(staging, abandonedMs);
  else await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });

  const stagedPath = (stagingId: string): string => {
    if (!isId(stagingId)) throw new Error(`'${stagingId}' names no staged bytes`);
    return join(staging, stagingId);
  };

  const pathOf = (projectId: string, contentHash: string) => blobPath(files, projectId, contentHash);
  const { readStream, list } = readBlobs(files);

  return {
    async stage(content, maxBytes) {
      const stagingId = newId();
      const path = stagedPath(stagingId);
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

    async commit(projectId, staged) {
      try {
        const [from, to] = [stagedPath(staged.stagingId), pathOf(projectId, staged.contentHash)];
        await putInFolder(files, to, () => rename(from, to));
      } catch (error) {
        throw explainDiskError(files, error);
      }
    },

    async discard(staged) {
      await rm(stagedPath(staged.stagingId), { force: true });
    },

    async read(projectId, contentHash) {
      const pieces: Uint8Array[] = [];
      for await (const piece of readStream(projectId, contentHash)) pieces.push(piece);
      return Buffer.concat(pieces);
    },

    readStream,

    async size(projectId, contentHash) {
      const handle = await openBytes(pathOf(projectId, contentHash));
      try {
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },

    readRange: (projectId, contentHash, range) => rangeBytes(pathOf(projectId, contentHash), range),

    remove: async (projectId, contentHash) => removeWithEmptyFolders(pathOf(projectId, contentHash)),

    list,
  };
};

/** Reads bytes in a folder that no store has opened. Changes and deletes nothing. */
export const readBlobs = (files: string): Pick<BlobStore, "readStream" | "list"> => ({
  readStream: (projectId, contentHash) => checkedBytes(blobPath(files, projectId, contentHash), contentHash),
  list: () => listContents(files, (name) => name),
});

const explainDiskError = (folder: string, error: unknown): unknown =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(error))
    ? new Error(`There is no space left for file bytes in ${folder}: free some, or remove sources`, {
        cause: error,
      })
    : error;
