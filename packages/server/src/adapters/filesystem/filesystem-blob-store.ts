import { createHash } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isId, newId as randomId } from "../../kernel/ids.ts";
import { type BlobStore, BlobTooLargeError } from "../../ports/blob-store.ts";
import { syncFolder } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

export type BlobFolders = {
  /** Bytes by project and hash: `<projectId>/<first two digits>/<hash>`. */
  files: string;
  /** On the same disk as `files`. Whatever lies in it is cleared when the store opens. */
  staging: string;
};

const hashPattern = /^[0-9a-f]{64}$/;

/** How often a folder is made again that a removal beside us took away as empty. */
const attempts = 50;

/** File bytes in folders. For one process at a time: the data folder's lock sees to that. */
export const openFilesystemBlobStore = async (
  { files, staging }: BlobFolders,
  newId: () => string = randomId,
): Promise<BlobStore> => {
  await mkdir(files, { recursive: true, mode: 0o700 });
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });

  const stagedPath = (stagingId: string): string => {
    if (!isId(stagingId)) throw new Error(`'${stagingId}' names no staged bytes`);
    return join(staging, stagingId);
  };

  const blobPath = (projectId: string, contentHash: string): string => {
    if (!isId(projectId) || !hashPattern.test(contentHash)) {
      throw new Error(`'${projectId}/${contentHash}' names no file bytes`);
    }
    return join(files, projectId, contentHash.slice(0, 2), contentHash);
  };

  /** Moves the staged file into its folder, and the names of new folders to disk. */
  const moveIn = async (from: string, to: string): Promise<void> => {
    const folder = dirname(to);
    for (let attempt = 1; ; attempt += 1) {
      let made: string | undefined;
      try {
        // Also this fails when a parent is taken away while it is at work.
        made = await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(from, to);
      } catch (error) {
        if (codeOf(error) !== "ENOENT" || attempt === attempts) throw error;
        continue;
      }
      await syncFolder(folder);
      if (made !== undefined) {
        await syncFolder(dirname(folder));
        await syncFolder(files);
      }
      return;
    }
  };

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
        await moveIn(stagedPath(staged.stagingId), blobPath(projectId, staged.contentHash));
      } catch (error) {
        throw explainDiskError(files, error);
      }
    },

    async discard(staged) {
      await rm(stagedPath(staged.stagingId), { force: true });
    },

    async read(projectId, contentHash) {
      return readFile(blobPath(projectId, contentHash)).catch((error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        throw new Error(`The bytes ${contentHash} of project ${projectId} are missing in ${files}`, {
          cause: error,
        });
      });
    },

    async remove(projectId, contentHash) {
      const path = blobPath(projectId, contentHash);
      try {
        await rm(path);
      } catch (error) {
        if (codeOf(error) === "ENOENT") return false;
        throw error;
      }
      const folder = dirname(path);
      await syncFolder(folder).catch(ignoreMissing);
      if (await removedWhenEmpty(folder)) await removedWhenEmpty(dirname(folder));
      return true;
    },

    async *list() {
      for await (const projectId of namesIn(files)) {
        if (!isId(projectId)) continue;
        for await (const start of namesIn(join(files, projectId))) {
          for await (const contentHash of namesIn(join(files, projectId, start))) {
            if (hashPattern.test(contentHash) && contentHash.startsWith(start))
              yield { projectId, contentHash };
          }
        }
      }
    },
  };
};

/** A folder that went away while it was listed, or something that is none, holds nothing. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
  }
}

const removedWhenEmpty = async (folder: string): Promise<boolean> => {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error))) return false;
    throw error;
  }
};

const ignoreMissing = (error: unknown): void => {
  if (codeOf(error) !== "ENOENT") throw error;
};

const explainDiskError = (folder: string, error: unknown): unknown =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(error))
    ? new Error(`There is no space left for file bytes in ${folder}: free some, or remove sources`, {
        cause: error,
      })
    : error;
