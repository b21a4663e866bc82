import type { FileId, ProjectId } from "../kernel/ids.ts";

export type SourceName = { fileId: FileId; fileName: string };

/** Port: the names of a project's sources, found by their terms (`fileNameTerms`) without a walk through all of them. */
export type SourceNames = {
  /** How many sources the project has. */
  count(projectId: ProjectId): Promise<number>;
  /** How many of these files, each named once, are sources of the project. */
  countOf(projectId: ProjectId, fileIds: FileId[]): Promise<number>;
  /** Those of the files that are sources of the project, in insertion order. */
  byIds(projectId: ProjectId, fileIds: FileId[]): Promise<SourceName[]>;
  /** The sources that bear each of the names, in whichever Unicode form it is asked for; in insertion order. */
  byNames(projectId: ProjectId, fileNames: readonly string[]): Promise<Map<string, SourceName[]>>;
  /**
   * Up to `limit` sources whose names hold any of the terms, in insertion order; of more, those that hold most of them.
   * A term in more than `limit` names does not distinguish them: it is skipped.
   */
  byTerms(projectId: ProjectId, terms: string[], limit: number): Promise<SourceName[]>;
};
