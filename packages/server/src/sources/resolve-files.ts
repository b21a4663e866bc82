import type { FileId, ProjectId } from "../kernel/ids.ts";
import { fileNotFound } from "./errors.ts";
import type { SourceNames } from "./source-names.ts";
import type { SourceStore } from "./source-store.ts";

export type FileSelection = {
  fileIds?: string[] | undefined;
  fileNames?: string[] | undefined;
  /** Narrows the files, or all of them, to those that have any of these tags. */
  tags?: string[] | undefined;
};

export type ResolveFiles = (projectId: ProjectId, selection: FileSelection) => Promise<FileId[] | undefined>;

/**
 * The file ids a request means: a name stands for every source of the project that bears it. Undefined when the
 * request names no list at all (everything); an empty list means no files. Throws 404 for a file that is unknown; a tag
 * that no source has leaves no files.
 */
export function createResolveFiles(deps: {
  sources: Pick<SourceStore, "findByName" | "findByTags">;
  sourceNames: Pick<SourceNames, "countOf">;
}): ResolveFiles {
  return async (projectId, { fileIds, fileNames, tags }) => {
    const tagged = tags && (await deps.sources.findByTags(projectId, tags));
    if (fileIds === undefined && fileNames === undefined) return tagged;
    const known = new Set(fileIds);
    if ((await deps.sourceNames.countOf(projectId, [...known])) < known.size) throw fileNotFound();
    for (const name of new Set(fileNames ?? [])) {
      const named = await deps.sources.findByName(projectId, name);
      if (named.length === 0) throw fileNotFound();
      for (const source of named) known.add(source.fileId);
    }
    return tagged ? tagged.filter((fileId) => known.has(fileId)) : [...known];
  };
}
