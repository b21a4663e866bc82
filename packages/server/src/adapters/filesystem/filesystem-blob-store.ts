import { mkdir, rename } from "node:fs/promises";
import { BlobDamagedError, type BlobStore, type ByteRange } from "../../ports/blob-store.ts";
import { blobPath, listContents, putInFolder, removeWithEmptyFolders } from "./blob-paths.ts";
import { checkedBytes, pieceSize } from "./checked-bytes.ts";
import { openBytes } from "./open-bytes.ts";
import { explainDiskError, openStagedFiles } from "./staged-files.ts";

export type BlobFolders = {
  /** Bytes by project and hash: `<projectId>/<first two digits>/<hash>`. */
  files: string;
  /** On the same disk as `files`. Everything in it is deleted when the store opens, unless it is shared. */
  staging: string;
  /** Whether other processes use them, too. Default: false; the data folder's lock ensures that. */
  isShared?: boolean;
};

/** Stores file bytes in folders. */
export const openFilesystemBlobStore = async (
  { files, staging, isShared }: BlobFolders,
  newId?: () => string,
): Promise<BlobStore> => {
  await mkdir(files, { recursive: true, mode: 0o700 });
  const staged = await openStagedFiles(staging, { isShared, newId });

  const pathOf = (projectId: string, contentHash: string) => blobPath(files, projectId, contentHash);
  const { readStream, list } = readBlobs(files);

  return {
    stage: staged.stage,

    async commit(projectId, { stagingId, contentHash }) {
      try {
        const [from, to] = [staged.pathOf(stagingId), pathOf(projectId, contentHash)];
        await putInFolder(files, to, () => rename(from, to));
      } catch (error) {
        throw explainDiskError(files, error);
      }
    },

    discard: staged.discard,

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

/** Reads a part of a file in pieces. Throws BlobDamagedError when the file ends before the range does. */
async function* rangeBytes(path: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await openBytes(path);
  try {
    for (let position = start; position <= end; ) {
      const wanted = Math.min(pieceSize, end + 1 - position);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
      if (bytesRead === 0)
        throw new BlobDamagedError(`The bytes ${path} are damaged: they end at ${position}`);
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
