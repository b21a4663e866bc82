/** The paths of a project's bytes, `<projectId>/<first two digits>/<hash>`, and of the files beside them. */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isContentHash } from "../../backup/stored-paths.ts";
import { isId, type ProjectId } from "../../kernel/ids.ts";
import type { Content } from "../../ports/blob-store.ts";
import { syncFolder } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

/** How many times a folder is created again after a concurrent removal deleted it as empty. */
const maxAttempts = 50;

/** Throws when the arguments cannot be a project and a hash, so that no path leads out of `files`. */
export const blobPath = (files: string, projectId: ProjectId, contentHash: string): string => {
  if (!isId(projectId) || !isContentHash(contentHash)) {
    throw new Error(`'${projectId}/${contentHash}' names no file bytes`);
  }
  return join(files, projectId, contentHash.slice(0, 2), contentHash);
};

/** Calls `put` for a path, creates its folder when needed, and makes the new names durable. */
export const putInFolder = async (files: string, path: string, put: () => Promise<void>): Promise<void> => {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt += 1) {
    let made: string | undefined;
    try {
      // This also fails when a parent is removed meanwhile.
      made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await put();
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || attempt === maxAttempts) throw error;
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

/** Removes a file durably, and the folders of its project that become empty. Returns false when there is no file. */
export const removeWithEmptyFolders = async (path: string): Promise<boolean> => {
  try {
    await rm(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  await leaveNoEmptyFolders(dirname(path));
  return true;
};

/** Makes removals in the folder durable. Removes the folder and its parent when they are empty. */
export const leaveNoEmptyFolders = async (folder: string): Promise<void> => {
  await syncFolder(folder).catch(ignoreMissing);
  if (await removedWhenEmpty(folder)) await removedWhenEmpty(dirname(folder));
};

/** The contents under `files` whose file name gives a hash by `hashOf`. */
export async function* listContents(
  files: string,
  hashOf: (name: string) => string | null,
): AsyncGenerator<Content> {
  for await (const projectId of namesIn(files)) {
    if (!isId(projectId)) continue;
    for await (const start of namesIn(join(files, projectId))) {
      for await (const name of namesIn(join(files, projectId, start))) {
        const contentHash = hashOf(name);
        if (contentHash !== null && isContentHash(contentHash) && contentHash.startsWith(start)) {
          yield { projectId, contentHash };
        }
      }
    }
  }
}

/** A folder that was removed while it was listed, or a path that is not a folder, holds nothing. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    yield* await readdir(folder);
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
