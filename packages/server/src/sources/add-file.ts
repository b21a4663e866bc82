import type { Method } from "@headwater/spec";
import type { Clock } from "../kernel/clock.ts";
import { type BuildId, type FileId, newId, type ProjectId } from "../kernel/ids.ts";
import { type BlobStore, BlobTooLargeError, type Content, type StagedBlob } from "../ports/blob-store.ts";
import type { ContentLock } from "../ports/content-lock.ts";
import { contentKey } from "./content-key.ts";
import { fileTooLarge } from "./errors.ts";
import type { KeepSidecar } from "./keep-sidecar.ts";
import type { Source } from "./source.ts";

export type UploadedFile = {
  fileName: string;
  extension: string;
  staged: StagedBlob;
  method: Method;
  /** False when the request left the method out. Default: true. */
  methodNamed?: boolean;
  /** Default: none. */
  tags?: string[];
  /** For a source that points at the web: its bytes are the note of its address. Default: an uploaded file. */
  pointsAt?: Pick<Source, "fileId" | "fileSource">;
};

/** Records a source with its first build; the builds room gives it, so that sources need not know how builds work. */
export type RecordSource = (
  source: Source,
  how: {
    method: Method;
    methodNamed: boolean;
    /** Whether other sources are about to be recorded: this one may wait a moment for them. */
    hasCompany: () => boolean;
  },
) => Promise<BuildId>;

export type AddFile = {
  /** Streams the bytes to disk. Throws 413 when there are more than `maxBytes`. */
  stage(content: AsyncIterable<Uint8Array>): Promise<StagedBlob>;
  discard(staged: StagedBlob): Promise<void>;
  /** From here on the upload is kept: bytes first, then their sidecar, then source and build in one transaction. */
  add(projectId: ProjectId, file: UploadedFile): Promise<{ fileId: FileId; buildId: BuildId }>;
};

export function createAddFile(deps: {
  blobs: BlobStore;
  keepSidecar: KeepSidecar;
  /** Removes bytes that no source uses. */
  removeUnused: (content: Content) => Promise<void>;
  recordSource: RecordSource;
  clock: Clock;
  lock: ContentLock;
  maxBytes: number;
}): AddFile {
  /** Uploads whose bytes are being kept: they are about to be recorded. */
  let coming = 0;
  const hasCompany = () => coming > 0;

  const beforeRecord = async (step: Promise<void>) => {
    coming += 1;
    await step.finally(() => {
      coming -= 1;
    });
  };

  const takeBack = async (content: Content) => {
    try {
      await deps.keepSidecar(content);
      await deps.removeUnused(content);
    } catch {
      // What can't be put right now is put right at the next start; what counts is why nothing was recorded.
    }
  };

  return {
    async stage(content) {
      try {
        return await deps.blobs.stage(content, deps.maxBytes);
      } catch (error) {
        if (error instanceof BlobTooLargeError) throw fileTooLarge();
        throw error;
      }
    },
    discard: (staged) => deps.blobs.discard(staged),
    add: (projectId, { fileName, extension, staged, method, methodNamed = true, tags = [], pointsAt }) =>
      // The lock keeps a delete of the same bytes from removing them between commit and record.
      deps.lock(contentKey(projectId, staged.contentHash), async () => {
        await beforeRecord(deps.blobs.commit(projectId, staged));
        const { size, contentHash } = staged;
        const source: Source = {
          fileId: pointsAt?.fileId ?? newId(),
          projectId,
          fileName,
          fileSize: size,
          fileType: extension,
          fileSource: pointsAt?.fileSource ?? "local file",
          contentHash,
          tags,
          createdAt: deps.clock.now(),
        };
        try {
          await beforeRecord(deps.keepSidecar(source, (uses) => [...uses, { ...source, method }]));
          const buildId = await deps.recordSource(source, { method, methodNamed, hasCompany });
          return { fileId: source.fileId, buildId };
        } catch (error) {
          await takeBack(source);
          throw error;
        }
      }),
  };
}
