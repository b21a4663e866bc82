import type { FileId, ProjectId, VersionId } from "../kernel/ids.ts";
import type { ChunkIndex, IndexedChunk } from "./chunk-index.ts";
import type { CutTerms } from "./index-version.ts";
import type { IndexedChunks } from "./indexed-chunks.ts";
import type { VersionOfFile } from "./stored-terms.ts";

/** Writes document versions into the index again, beside deletions. One call of `restore` at a time. */
export type Restorer = {
  /** Resolves to false when one of the versions is being removed: what became of the others must be looked at again. */
  restore(projectId: ProjectId, versions: VersionOfFile[]): Promise<boolean>;
  /** Ends the restoring of what is being removed: no row of it is written once this has resolved. */
  giveUp(projectId: ProjectId, what: { fileId?: FileId; versionId?: VersionId }): Promise<void>;
  /** Begins no further write. */
  stop(): void;
};

/** Chunks in one write: it costs as much for a thousand chunks as for one. */
const chunksAtOnce = 1_000;
/** Chunks cut into terms at a time. */
const batchSize = 250;

export function createRestorer({
  index,
  chunks,
  cutTerms,
}: {
  index: ChunkIndex;
  chunks: IndexedChunks;
  cutTerms: CutTerms;
}): Restorer {
  type Work = { projectId: ProjectId; versions: VersionOfFile[]; stop: boolean; ended: Promise<unknown> };
  let current: Work | undefined;
  let stopped = false;

  const write = async (work: Work): Promise<boolean> => {
    const { projectId, versions } = work;
    const isOver = () => work.stop || stopped;
    const gathered: IndexedChunk[] = [];
    // What is there in part goes first.
    await Promise.all(versions.map(({ versionId }) => index.removeVersion(projectId, versionId)));
    for (const { versionId, fileId } of versions) {
      for await (const batch of chunks.listVersion(versionId, batchSize)) {
        const hashes = await cutTerms(batch);
        for (const [at, { chunkId, position }] of batch.entries())
          gathered.push({
            chunkId,
            fileId,
            versionId,
            position,
            termHashes: hashes[at] ?? new Uint32Array(),
          });
        if (isOver()) return false;
        if (gathered.length >= chunksAtOnce) await index.add(projectId, gathered.splice(0));
      }
    }
    if (isOver()) return false;
    await index.add(projectId, gathered);
    return !isOver();
  };

  return {
    async restore(projectId, versions) {
      const work: Work = { projectId, versions, stop: false, ended: Promise.resolve() };
      current = work;
      const ended = write(work).finally(() => {
        current = undefined;
      });
      work.ended = ended.catch(() => {}); // told to whoever restores
      return ended;
    },
    async giveUp(projectId, { fileId, versionId }) {
      const work = current;
      if (work?.projectId !== projectId) return;
      if (!work.versions.some((one) => one.fileId === fileId || one.versionId === versionId)) return;
      work.stop = true;
      await work.ended;
    },
    stop() {
      stopped = true;
    },
  };
}
