import { openAsBlob } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { limits } from "@headwater/spec";
import { OperatorError } from "../kernel/operator-error.ts";
import type { OpenFile } from "../mcp/tools/ingest-source.ts";

/**
 * Opens files below these folders, and no others. Links are followed first, so that one cannot lead out. Throws
 * OperatorError when a folder is missing.
 */
export async function openAllowedFolders(folders: string[]): Promise<OpenFile> {
  const roots = await Promise.all(folders.map(realFolder));
  const refused = (path: string) =>
    new OperatorError(`'${path}' is not a file below a folder that may be read: ${roots.join(", ")}`);

  return async (path) => {
    // A relative path is below the first folder: the agent does not know where this process was started.
    const file = await realpath(resolve(roots[0] ?? "", path)).catch(() => null);
    // A file elsewhere is answered as one that is missing, so that no caller can find out which files exist.
    if (file === null || !roots.some((root) => isBelow(file, root))) throw refused(path);
    const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw refused(path);
    if (size > limits.maxFileBytes) throw new OperatorError(`'${path}' is larger than a source may be`);
    return { fileName: basename(file), content: await openAsBlob(file) };
  };
}

async function realFolder(folder: string): Promise<string> {
  const path = await realpath(folder).catch((cause: unknown) => {
    throw new OperatorError(`--allow ${folder}: there is no such folder`, { cause });
  });
  if (!(await stat(path)).isDirectory()) throw new OperatorError(`--allow ${folder}: this is not a folder`);
  return path;
}

const isBelow = (file: string, root: string): boolean => {
  const way = relative(root, file);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === file;
};
