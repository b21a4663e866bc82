import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { parseSidecar, toSidecarText } from "../../backup/sidecar-file.ts";
import { type SidecarStore, SidecarUnreadableError } from "../../ports/sidecar-store.ts";
import { blobPath, leaveNoEmptyFolders, listContents } from "./blob-paths.ts";
import { writeAsAWhole, writeDurably } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const extension = ".json";
/** Of a sidecar that is being written. */
const unfinished = `${extension}.new`;

/** The sidecar of the bytes at this path. */
export const sidecarPath = (path: string): string => `${path}${extension}`;

/** Stores sidecars as JSON files beside the bytes, with mode 0600. Writes of the same sidecar must not overlap. */
export const createFilesystemSidecarStore = (files: string): SidecarStore => {
  const pathOf = (projectId: string, contentHash: string) =>
    sidecarPath(blobPath(files, projectId, contentHash));

  const listWith = (ending: string) =>
    listContents(files, (name) => (name.endsWith(ending) ? name.slice(0, -ending.length) : null));
  const list = () => listWith(extension);

  return {
    async write(sidecar, { durably = false } = {}) {
      const path = pathOf(sidecar.project.projectId, sidecar.contentHash);
      const text = toSidecarText(sidecar);
      if ((await readIfThere(path)) === text) return false;
      await makeFolderOf(path);
      await (durably ? writeDurably : writeAsAWhole)(path, text);
      return true;
    },

    async read(projectId, contentHash) {
      const text = await readIfThere(pathOf(projectId, contentHash));
      if (text === null) return null;
      const sidecar = parseSidecar(text);
      if (sidecar.project.projectId !== projectId || sidecar.contentHash !== contentHash) {
        throw new SidecarUnreadableError("it describes other bytes than those beside it");
      }
      return sidecar;
    },

    async remove(projectId, contentHash) {
      const path = pathOf(projectId, contentHash);
      // A crash may have left a half-written draft with the same names in it.
      await rm(`${path}.new`, { force: true });
      await rm(path, { force: true });
      await leaveNoEmptyFolders(dirname(path));
    },

    async removeUnfinished() {
      for await (const { projectId, contentHash } of listWith(unfinished)) {
        const path = pathOf(projectId, contentHash);
        await rm(`${path}.new`, { force: true });
        await leaveNoEmptyFolders(dirname(path));
      }
    },

    list,

    async *listWritten() {
      for await (const content of list()) {
        const path = pathOf(content.projectId, content.contentHash);
        const found = await stat(path).catch(nullIfMissing);
        if (found) yield { ...content, writtenAt: found.mtime };
      }
    },
  };
};

/** The folder exists already, unless the bytes of this sidecar are missing. */
const makeFolderOf = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 });

const readIfThere = (path: string): Promise<string | null> => readFile(path, "utf8").catch(nullIfMissing);

const nullIfMissing = (error: unknown): null => {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
};
