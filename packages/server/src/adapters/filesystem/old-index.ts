import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./folder-errors.ts";

/** Where versions up to this one kept a search index of their own, beside the database. */
const folderName = "index";
const removedName = "index-to-remove";

/** What may be left of it in a data folder. */
export const oldIndexNames: readonly string[] = [folderName, removedName];

/** Everything that those versions made in it. */
const ours = /^(format-\d+|set-aside-[\dTZ.-]+)$/;

/**
 * Removes the index folder of an older version, in two steps: it is moved out of the way, then deleted; one that is moved
 * already was proven before. Answers why a folder of that name is left alone; null when there is none any more.
 */
export async function removeOldIndex(root: string): Promise<string | null> {
  const folder = join(root, folderName);
  const removed = join(root, removedName);
  await rm(removed, { recursive: true, force: true });
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (codeOf(error) === "ENOTDIR") return `${folder} is a file that this service did not make: it is left`;
    throw error;
  }
  const foreign = names.find((name) => !ours.test(name));
  if (foreign !== undefined)
    return `${folder} is needed no more, but ${foreign} in it was not made by this service: all of it is left`;
  await rename(folder, removed);
  await rm(removed, { recursive: true, force: true });
  return null;
}
