import type { FileId, ProjectId } from "../kernel/ids.ts";
import { fileNotFound } from "./errors.ts";
import type { SourceNames } from "./source-names.ts";
import type { SourceStore } from "./source-store.ts";

export type FileSelection = { fileIds?: string[] | undefined; fileNames?: string[] | undefined };

export type ResolveFiles = (projectId: ProjectId, selection: FileSelection) => Promise<FileId[] | undefined>;

/**
 * The file ids a request means: a name stands for every source of the project that bears it. Undefined when the
 * request names no list at all (everything); an empty list means no files. Throws 404 for one that is unknown.
 */
export function createResolveFiles(deps: {
  sources: Pick<SourceStore, "findByName">;
  sourceNames: Pick<SourceNames, "byIds">;
}): ResolveFiles {
  return async (projectId, { fileIds, fileNames }) => {
    if (fileIds === undefined && fileNames === undefined) return undefined;
    const wanted = [...new Set(fileIds ?? [])];
    const known = new Set((await deps.sourceNames.byIds(projectId, wanted)).map(({ fileId }) => fileId));
    if (wanted.some((id) => !known.has(id))) throw fileNotFound();
    for (const name of new Set(fileNames ?? [])) {
      const named = await deps.sources.findByName(projectId, name);
      if (named.length === 0) throw fileNotFound();
      for (const source of named) known.add(source.fileId);
    }
    return [...known];
  };
}
