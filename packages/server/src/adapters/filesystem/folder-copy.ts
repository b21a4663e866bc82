import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStamp } from "../../backup/backup-ports.ts";
import { copyHashed, stampFile } from "./copy-hashed.ts";
import { syncFolder } from "./durable.ts";

export type FolderCopy = {
  copy(path: string): Promise<FileStamp | null>;
  receive(path: string, write: (absolutePath: string) => Promise<void>): Promise<FileStamp>;
  /** Makes the names of all copied files survive a power cut. */
  sync(): Promise<void>;
};

/** Copies files of one folder into another under the same paths. Every folder it creates is private to this user. */
export const createFolderCopy = (from: string, to: string): FolderCopy => {
  const folders = new Set([to]);

  const makeFolderOf = async (path: string): Promise<void> => {
    const folder = dirname(path);
    if (folders.has(folder)) return;
    await makeFolderOf(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
  };

  return {
    async copy(path) {
      await makeFolderOf(join(to, path));
      return copyHashed(join(from, path), join(to, path));
    },
    async receive(path, write) {
      const absolutePath = join(to, path);
      await makeFolderOf(absolutePath);
      await write(absolutePath);
      const file = await open(absolutePath, "r+");
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
      const stamp = await stampFile(absolutePath);
      if (!stamp) throw new Error(`${absolutePath} was not written`);
      return stamp;
    },
    async sync() {
      for (const folder of folders) await syncFolder(folder);
    },
  };
};
