import { createHash } from "node:crypto";
import { constants, open } from "node:fs/promises";
import type { FileStamp } from "../../backup/backup-ports.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { codeOf } from "./folder-errors.ts";

const blockBytes = 256 * 1024;

/** Copies a file durably with mode 0600 and hashes the written bytes. Null when there is no such file. */
export const copyHashed = async (from: string, to: string): Promise<FileStamp | null> => {
  const source = await openFile(from);
  if (!source) return null;
  try {
    const target = await open(to, "wx", 0o600);
    try {
      const hash = createHash("sha256");
      const block = Buffer.allocUnsafe(blockBytes);
      let size = 0;
      for (;;) {
        const { bytesRead } = await source.read(block, 0, blockBytes, null);
        if (bytesRead === 0) break;
        const bytes = block.subarray(0, bytesRead);
        hash.update(bytes);
        await target.writeFile(bytes);
        size += bytesRead;
      }
      await target.sync();
      return { size, sha256: hash.digest("hex") };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** Size and SHA-256 of a regular file; null when there is none. Rejects when aborted. */
export const stampFile = async (path: string, signal?: AbortSignal): Promise<FileStamp | null> => {
  const file = await openFile(path);
  if (!file) return null;
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const bytes of file.createReadStream({ highWaterMark: blockBytes, autoClose: false })) {
      signal?.throwIfAborted();
      hash.update(bytes as Buffer);
      size += (bytes as Buffer).byteLength;
    }
    return { size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
};

/** Does not follow links and does not wait for pipes, so only the regular file at that path is copied. */
const openFile = async (path: string) => {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error))) return null;
    if (["EACCES", "EPERM"].includes(codeOf(error)))
      throw new OperatorError(`${path} can't be read by this user.`, { cause: error });
    throw error;
  }
};
