/** Where the bytes of a project lie: `<projectId>/<first two digits>/<hash>`, and what lies beside them. */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isId, type ProjectId } from "../../kernel/ids.ts";
import type { Content } from "../../ports/blob-store.ts";
import { syncFolder } from "./durable.ts";
import { codeOf } from "./folder-errors.ts";

const hashPattern = /^[0-9a-f]{64}$/;

/** How often a folder is made again that a removal beside us took away as empty. */
const maxAttempts = 50;

export const isContentHash = (text: string): boolean => hashPattern.test(text);

/** Throws for what can't be a project and a hash, so that no path leads out of `files`. */
export const blobPath = (files: string, projectId: ProjectId, contentHash: string): string => {
  if (!isId(projectId) || !isContentHash(contentHash)) {
    throw new Error(`'${projectId}/${contentHash}' names no file bytes`);
  }
  return join(files, projectId, contentHash.slice(0, 2), contentHash);
};

/** Puts something into the folder of a path with `put`, making the folder as needed, and the new names durable. */
export const putInFolder = async (files: string, path: string, put: () => Promise<void>): Promise<void> => {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt += 1) {
    let made: string | undefined;
    try {
      // Also this fails when a parent is taken away while it is at work.
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

/** Removes a file for good, and the folders of its project that this leaves empty. False when there is none. */
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

/** Makes names that left the folder durable, and takes it away, and its parent, when nothing is left in them. */
export const leaveNoEmptyFolders = async (folder: string): Promise<void> => {
  await syncFolder(folder).catch(ignoreMissing);
  if (await removedWhenEmpty(folder)) await removedWhenEmpty(dirname(folder));
};

/** The contents under `files` for which `hashOf` finds a hash in the name of a file. */
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

/** A folder that went away while it was listed, or something that is none, holds nothing. */
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
