import type { ProjectId } from "../kernel/ids.ts";

/** Port: is told what became of the search index. */
export type IndexMenderLog = {
  /** The index failed; when `damaged`, it was set aside and is rebuilt. */
  failed(projectId: ProjectId | null, error: unknown, damaged: boolean): void;
  /** Versions are in the index that were missing, or gone that were left over. */
  mended(projectId: ProjectId, counts: { restored: number; removed: number }): void;
};
