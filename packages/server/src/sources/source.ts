import type { Method } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";

export type FileSource = "local file" | "url" | "github" | "youtube";

/** A document in a project, as recorded. Its status is derived from its latest build, never stored. */
export type Source = {
  fileId: FileId;
  projectId: ProjectId;
  fileName: string;
  /** Stored bytes. Of url, github and youtube sources that is the note of their address; clients see 0. */
  fileSize: number;
  /** Extension, lowercase, without the dot. */
  fileType: string;
  fileSource: FileSource;
  /** SHA-256 of the bytes, hex: the key of the blob. */
  contentHash: string;
  /** Words that it is collected under, as `readTags` gives them. */
  tags: string[];
  createdAt: Date;
  /** When its bytes were removed, because the project keeps originals for a limited time; absent while they are kept. */
  originalRemovedAt?: Date;
};

/** A source with what its latest build says of it. */
export type SourceOverview = Source & {
  projectName: string;
  updatedAt: Date;
  latestBuild: {
    buildId: BuildId;
    status: "Pending" | "Processing" | "Completed" | "Processing failed";
    method: Method;
    error: string | null;
  } | null;
  /** Of the active version; null while there is none. */
  totalPages: number | null;
  /** Of the active version. */
  failedPages: number[];
  /** The source of which the active version is a copy, as long as that is there; else null. */
  duplicateOf: FileId | null;
};
