import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";

/** The build that something was downloaded for. */
export type DownloadPlace = { projectId: ProjectId; fileId: FileId; buildId: BuildId };

export type KeptDownload = { facts: Record<string, string>; content: () => AsyncIterable<Uint8Array> };

/**
 * Port: what a build has downloaded, so that its next attempt goes on where this one was interrupted. It is kept until the
 * build ends, and never longer than its source.
 */
export type KeptDownloads = {
  /** Null unless it was kept whole. */
  find(place: DownloadPlace, name: string): Promise<KeptDownload | null>;
  /** Keeps nothing when the content throws, and nothing of a source that was deleted meanwhile. */
  keep(
    place: DownloadPlace,
    name: string,
    facts: Record<string, string>,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /** No error when there is nothing. */
  removeBuild(place: DownloadPlace): Promise<void>;
  /** Of all builds of a source that was deleted. */
  removeSource(place: Omit<DownloadPlace, "buildId">): Promise<void>;
  /** The builds of which something is kept. */
  list(): Promise<DownloadPlace[]>;
};
