import type { ChunkStore } from "../chunks/chunk-store.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import type { ElementStore } from "../elements/element-store.ts";
import { newId, type ProjectId, type VersionId } from "../kernel/ids.ts";
import { BlobDamagedError, BlobMissingError, type BlobStore } from "../ports/blob-store.ts";
import type { IndexVersion } from "../retrieval/index-elements.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build, BuildOutcome, BuildProgress } from "./build.ts";
import type { BuildStore } from "./build-store.ts";
import type { DocumentReader } from "./document-reader.ts";
import { BuildError, buildErrors } from "./errors.ts";

export type RunBuild = (
  build: Build,
  options: { signal: AbortSignal; onProgress: (progress: BuildProgress) => void },
) => Promise<BuildOutcome>;

/** The pipeline: bytes → elements and chunks → stored and indexed as a new version → active. Any throw fails the build. */
export function createRunBuild(deps: {
  sources: SourceStore;
  blobs: BlobStore;
  elements: ElementStore;
  chunks: ChunkStore;
  builds: BuildStore;
  index: IndexVersion;
  read: DocumentReader;
}): RunBuild {
  const dropVersion = async (projectId: ProjectId, versionId: VersionId) => {
    await deps.elements.removeVersion(versionId);
    await deps.index.remove(projectId, versionId);
  };

  return async (build, { signal, onProgress }) => {
    const { projectId, fileId } = build;
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw new Error(`Source ${fileId} was deleted while its build was waiting`);
    const bytes = await deps.blobs.read(projectId, source.contentHash).catch((error: unknown) => {
      throw explainUnreadable(error);
    });

    const document = await deps.read(
      { bytes, fileName: source.fileName, extension: source.fileType, method: build.method },
      { signal, onProgress },
    );

    const versionId = newId();
    const { elements, chunks, totalPages, failedPages, message } = document;
    let superseded: VersionId | null;
    try {
      await deps.elements.beginVersion({ versionId, fileId, method: build.method, totalPages, failedPages });
      await deps.elements.addElements(versionId, elements);
      const chunkSet = { chunkSetId: newId(), versionId, config: defaultChunking };
      await deps.chunks.begin(projectId, fileId, chunkSet);
      await deps.chunks.add(chunkSet.chunkSetId, chunks);
      await deps.index.add(projectId, fileId, versionId, chunks);
      signal.throwIfAborted();
      const isLatest = await deps.builds.isLatest(fileId, build.buildId);
      superseded = isLatest ? await deps.elements.activate(fileId, versionId) : versionId;
    } catch (error) {
      await dropVersion(projectId, versionId);
      throw error;
    }
    // Outside the `try`: when this fails, the version that answers now must stay.
    if (superseded !== null) await dropVersion(projectId, superseded);
    return { totalPartitions: elements.length, totalPages, failedPages, message };
  };
}

/** Only what is surely gone or damaged is a verdict on the file; any other failure of the disk may pass. */
const explainUnreadable = (cause: unknown): unknown => {
  if (cause instanceof BlobMissingError) return new BuildError(buildErrors.bytesMissing(), { cause });
  if (cause instanceof BlobDamagedError) return new BuildError(buildErrors.bytesDamaged(), { cause });
  return cause;
};
