import type { ProjectStore } from "../auth/project.ts";
import type { BuiltChunks } from "../chunks/chunk-store.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { ChunkIndex, MendableIndex } from "./chunk-index.ts";
import { createIndexGaps, type IndexProgress } from "./index-gaps.ts";
import { createIndexMender, type IndexMender, type MenderTiming } from "./index-mender.ts";
import type { IndexMenderLog } from "./index-mender-log.ts";
import type { CutTerms } from "./index-version.ts";
import { createIndexedChunks } from "./indexed-chunks.ts";
import { createMendedIndex } from "./mended-index.ts";
import { createLoadStoredTerms } from "./stored-terms.ts";

export type OpenMendedIndex = {
  /** For builds, deletions and searches. */
  index: ChunkIndex;
  /** Stopped before the index is closed. */
  mender: IndexMender;
  indexProgress: () => IndexProgress;
};

/** Puts an index, and what keeps it in agreement with the database, together. */
export function openMendedIndex(
  deps: {
    open: (onBackgroundFailure: (projectId: ProjectId, error: unknown) => void) => MendableIndex;
    chunks: BuiltChunks;
    cutTerms: CutTerms;
    projects: Pick<ProjectStore, "list">;
    log: IndexMenderLog;
  },
  timing?: MenderTiming,
): OpenMendedIndex {
  const { cutTerms, projects, log } = deps;
  const chunks = createIndexedChunks(deps.chunks);
  const gaps = createIndexGaps();
  const index = deps.open((projectId, error) => {
    mender.failed(projectId, error).catch((failure: unknown) => log.failed(projectId, failure, false));
  });
  const mender = createIndexMender({ index, gaps, chunks, cutTerms, projects, log }, timing);
  const loadStoredTerms = createLoadStoredTerms({ chunks, cutTerms });
  return {
    index: createMendedIndex({ index, gaps, mender, chunks, loadStoredTerms }),
    mender,
    indexProgress: gaps.progress,
  };
}
