import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The files below a folder whose bytes or name hold one of the words, each with that word. The words are given in lower
 * case; the case of the files does not count.
 */
export async function filesWith(folder: string, ...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    // The index removes files while it optimises itself. One that is gone holds nothing.
    const text = await readFile(join(folder, path), "latin1").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const searched = `${path} ${text}`.toLowerCase();
    found.push(...words.filter((word) => searched.includes(word)).map((word) => `${path}: ${word}`));
  }
  return found;
}
