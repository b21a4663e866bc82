import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve, sep } from "node:path";

/** The full path of a program, by its name on the path or by its own path. Null when it is not installed. */
export async function findProgram(
  command: string,
  searchPath: string = process.env.PATH ?? "",
): Promise<string | null> {
  const isPath = isAbsolute(command) || command.includes(sep);
  const candidates = isPath
    ? [resolve(command)]
    : searchPath
        .split(delimiter)
        .filter((folder) => folder !== "")
        .map((folder) => join(folder, command));
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate;
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run: the next folder may have it
  }
}
