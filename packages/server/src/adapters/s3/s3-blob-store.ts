import { createHash } from "node:crypto";
import { blobPath, isContentHash } from "../../backup/stored-paths.ts";
import { isId } from "../../kernel/ids.ts";
import {
  BlobDamagedError,
  BlobMissingError,
  type BlobStore,
  type ByteRange,
  type Content,
  type StagedFiles,
} from "../../ports/blob-store.ts";
import type { Bucket } from "./bucket.ts";
import { FileRefusedError, isForbidden } from "./files-outage.ts";
import { readS3StoreMark } from "./s3-store-mark.ts";

/** How often a commit looks again after another writer was first, or the bytes went meanwhile. */
const maxTries = 5;

/**
 * Stores file bytes as objects, under the keys that they have as paths in a data folder. Uploads are received as files of
 * this process; committing puts them into the bucket, so that a crash leaves either all bytes or none.
 */
export const createS3BlobStore = (bucket: Bucket, staged: StagedFiles): BlobStore => {
  async function* readStream(projectId: string, contentHash: string): AsyncGenerator<Uint8Array> {
    const key = blobKey({ projectId, contentHash });
    const hash = createHash("sha256");
    for await (const piece of await found(key)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest("hex") !== contentHash) throw damaged(key, "they are not those that were stored");
  }

  async function* readRange(
    projectId: string,
    contentHash: string,
    { start, end }: ByteRange,
  ): AsyncGenerator<Uint8Array> {
    const key = blobKey({ projectId, contentHash });
    let position = start;
    for await (const piece of await found(key, { start, end })) {
      position += piece.byteLength;
      yield piece;
    }
    if (position <= end) throw damaged(key, `they end at ${position}`);
  }

  const found = async (key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> => {
    const bytes = await bucket.get(key, range).catch((error) => explained(key, error));
    if (bytes === null) throw missing(key);
    return bytes;
  };

  /** Where the mark of the store is given out, and bytes are not, these bytes are the reason and not the server or the keys. */
  const explained = async (key: string, error: unknown): Promise<never> => {
    const mark = isForbidden(error) ? await readS3StoreMark(bucket, "files").catch(() => null) : null;
    if (mark === null) throw error;
    throw new FileRefusedError(`${bucket.place} refuses to give out ${key}`, { cause: error });
  };

  const missing = (key: string) => new BlobMissingError(`The bytes ${key} are missing in ${bucket.place}`);
  const damaged = (key: string, why: string) =>
    new BlobDamagedError(`The bytes ${key} in ${bucket.place} are damaged: ${why}`);

  const stateOf = async ({ projectId, contentHash }: Content): Promise<"sound" | "missing" | "damaged"> => {
    try {
      for await (const _ of readStream(projectId, contentHash));
      return "sound";
    } catch (error) {
      if (error instanceof BlobMissingError) return "missing";
      if (error instanceof BlobDamagedError) return "damaged";
      throw error;
    }
  };

  return {
    stage: staged.stage,

    async commit(projectId, upload) {
      const content = { projectId, contentHash: upload.contentHash };
      const [key, path] = [blobKey(content), staged.pathOf(upload.stagingId)];
      try {
        for (let tries = 1; tries <= maxTries; tries += 1) {
          const state = await stateOf(content);
          if (state === "sound") return;
          if (await bucket.putFile(key, path, { ifAbsent: state === "missing" })) return;
        }
        throw new Error(`Other writers kept ${key} in ${bucket.place} from being stored`);
      } finally {
        // Also after a failure: who is refused sends the bytes again.
        await staged.discard(upload);
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
      const key = blobKey({ projectId, contentHash });
      const size = await bucket.size(key).catch((error) => explained(key, error));
      if (size === null) throw missing(key);
      return size;
    },

    readRange,

    async remove(projectId, contentHash) {
      const key = blobKey({ projectId, contentHash });
      if ((await bucket.size(key)) === null) return false;
      await bucket.remove(key);
      return true;
    },

    async *list() {
      for await (const { key } of bucket.list("files/")) {
        const content = contentOf(key);
        if (content) yield content;
      }
    },
  };
};

/** Throws when these can't be a project and a hash, so that no key lies elsewhere. */
export const blobKey = (content: Content): string => {
  if (!isId(content.projectId) || !isContentHash(content.contentHash))
    throw new Error(`'${content.projectId}/${content.contentHash}' names no file bytes`);
  return blobPath(content);
};

/** Null for a key that is not ours. */
export const contentOf = (key: string): Content | null => {
  const [, projectId = "", , contentHash = ""] = key.split("/");
  const content = { projectId, contentHash };
  return isId(projectId) && isContentHash(contentHash) && blobPath(content) === key ? content : null;
};
