import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type FileId, isId, newId, type ProjectId } from "../../kernel/ids.ts";
import type { DownloadPlace, KeptDownloads } from "../../ports/kept-downloads.ts";
import { codeOf } from "./folder-errors.ts";

/** Ids have none of these. */
const separator = "_";

/** Keeps downloads as files: `<project>_<source>_<build>/<hash of the name>`, with their facts beside them. */
export const createFilesystemDownloads = (
  root: string,
  { isSource }: { isSource: (projectId: ProjectId, fileId: FileId) => Promise<boolean> },
): KeptDownloads => {
  const buildFolder = ({ projectId, fileId, buildId }: DownloadPlace): string => {
    const ids = [projectId, fileId, buildId];
    if (!ids.every(isId)) throw new Error(`'${ids.join(", ")}' name no downloads`);
    return join(root, ids.join(separator));
  };
  const list = async (): Promise<DownloadPlace[]> =>
    (await namesIn(root)).flatMap((name) => {
      const [projectId = "", fileId = "", buildId = "", ...more] = name.split(separator);
      // Nothing else in the folder is ours.
      return more.length === 0 && [projectId, fileId, buildId].every(isId)
        ? [{ projectId, fileId, buildId }]
        : [];
    });
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
      const path = pathOf(place, name);
      const part = `${path}.${newId()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(
          Readable.from(content, { objectMode: false }),
          createWriteStream(part, { mode: 0o600 }),
        );
        await rename(part, path);
        // Written last: without its facts a download does not count.
        await writeFile(factsPath(path), JSON.stringify(facts), { mode: 0o600 });
      } catch (error) {
        await rm(part, { force: true });
        if (await isSource(place.projectId, place.fileId)) throw error;
      }
      // A source is deleted from the database first and its downloads afterwards: either this finds it gone, or those
      // who delete it find what was written here.
      if (!(await isSource(place.projectId, place.fileId)))
        await rm(buildFolder(place), { recursive: true, force: true });
    },

    removeBuild: (place) => rm(buildFolder(place), { recursive: true, force: true }),

    async removeSource({ projectId, fileId }) {
      for (const place of await list())
        if (place.projectId === projectId && place.fileId === fileId)
          await rm(buildFolder(place), { recursive: true, force: true });
    },

    list,
  };
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
};
