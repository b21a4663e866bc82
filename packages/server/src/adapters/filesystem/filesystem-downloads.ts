import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isId, newId } from "../../kernel/ids.ts";
import type { DownloadPlace, KeptDownloads } from "../../ports/kept-downloads.ts";
import { codeOf } from "./folder-errors.ts";

/** Keeps downloads as files: `<project>/<source>/<build>/<hash of the name>`, with their facts beside them. */
export const createFilesystemDownloads = (root: string): KeptDownloads => {
  /** Sources that were deleted since the start: a build that runs on does not know it yet. */
  const deleted = new Set<string>();

  const folderOf = (...ids: string[]): string => {
    if (!ids.every(isId)) throw new Error(`'${ids.join("/")}' names no downloads`);
    return join(root, ...ids);
  };
  const buildFolder = ({ projectId, fileId, buildId }: DownloadPlace) => folderOf(projectId, fileId, buildId);
  const pathOf = (place: DownloadPlace, name: string) =>
    join(buildFolder(place), createHash("sha256").update(name).digest("hex"));
  const factsPath = (path: string) => `${path}.json`;

  return {
    async find(place, name) {
      const path = pathOf(place, name);
      try {
        const facts = JSON.parse(await readFile(factsPath(path), "utf8")) as Record<string, string>;
        return { facts, content: () => createReadStream(path) };
      } catch (error) {
        if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return null;
        throw error;
      }
    },

    async keep(place, name, facts, content) {
      if (deleted.has(place.fileId)) return;
      const path = pathOf(place, name);
      const part = `${path}.${newId()}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(
          Readable.from(content, { objectMode: false }),
          createWriteStream(part, { mode: 0o600 }),
        );
        await rename(part, path);
        // Written last: without its facts a download does not count.
        await writeFile(factsPath(path), JSON.stringify(facts), { mode: 0o600 });
      } catch (error) {
        await rm(part, { force: true });
        // The folder goes when the source is deleted, whatever is being written into it.
        if (!deleted.has(place.fileId)) throw error;
      }
      if (deleted.has(place.fileId)) await rm(buildFolder(place), { recursive: true, force: true });
    },

    async removeBuild(place) {
      await rm(buildFolder(place), { recursive: true, force: true });
      await removeIfEmpty(folderOf(place.projectId, place.fileId));
    },

    async removeSource({ projectId, fileId }) {
      deleted.add(fileId);
      await rm(folderOf(projectId, fileId), { recursive: true, force: true });
    },

    async list() {
      const places: DownloadPlace[] = [];
      for (const projectId of await namesIn(root))
        for (const fileId of await namesIn(join(root, projectId)))
          for (const buildId of await namesIn(join(root, projectId, fileId)))
            places.push({ projectId, fileId, buildId });
      return places;
    },
  };
};

/** Names that are ids: nothing else in the folder is ours. */
const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter(isId);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
};

const removeIfEmpty = async (folder: string): Promise<void> => {
  if ((await namesIn(folder)).length === 0) await rm(folder, { recursive: true, force: true });
};
