import type { Table } from "@lancedb/lancedb";
import { byTurn } from "../../kernel/by-turn.ts";
import { isId, type ProjectId, type VersionId } from "../../kernel/ids.ts";
import type { ChunkQuery, MendableIndex } from "../../retrieval/chunk-index.ts";
import { toRows } from "./chunk-rows.ts";
import { tellDamage } from "./index-faults.ts";
import { createIndexFolder } from "./index-folder.ts";
import { defaultTiming, type OptimiserTiming } from "./optimiser.ts";
import { createProjectTables, type Removal } from "./project-tables.ts";
import { retryCleared, retryConflicts } from "./retry-conflicts.ts";
import { searchTogether } from "./search-together.ts";

/** Searches of one turn that share what they cost together. */
const maxSearchesTogether = 16;

export type LanceOptions = {
  /**
   * Told when background work on a project's table failed; an `IndexDamagedError` means that the table must be set
   * aside, after any other error the work is tried again. Default: a process warning.
   */
  onBackgroundFailure?: (projectId: ProjectId, error: unknown) => void;
  /** When the background work on a table runs. */
  timing?: OptimiserTiming;
};

const warn = (projectId: ProjectId, error: unknown): void =>
  process.emitWarning(`Optimising the search index of project ${projectId} failed: ${String(error)}`);

/**
 * The search index on LanceDB: BM25 over a folder of tables. One process at a time may have it open. Nothing is read or
 * made before the first call, so that no damage can keep anything from starting.
 */
export function openLanceChunkIndex(directory: string, options: LanceOptions = {}): MendableIndex {
  const folder = createIndexFolder(directory);
  const onFailure = options.onBackgroundFailure ?? warn;
  const tables = createProjectTables(
    folder,
    (projectId, error) =>
      void tellDamage(() => Promise.reject(error)).catch((told) => onFailure(projectId, told)),
    options.timing ?? defaultTiming,
  );
  let preparing: Promise<void> | undefined;
  /** Once, and again after a failure. */
  const prepared = () => {
    preparing ??= folder.prepare().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  };
  const work = async <T>(projectId: ProjectId, on: () => Promise<T>): Promise<T> => {
    if (!isId(projectId)) throw new Error(`Not a project id: ${projectId}`);
    await prepared();
    return tellDamage(on);
  };
  const remove = (projectId: ProjectId, removal: Removal) =>
    work(projectId, async () => (await tables.open(projectId))?.remove(removal));
  const search = byTurn(
    (projectId: ProjectId, queries: ChunkQuery[]) =>
      work(projectId, async () => {
        const entry = await tables.open(projectId);
        if (!entry) return queries.map(() => []);
        return retryCleared(() => entry.table.use((newest) => searchTogether(newest, queries)));
      }),
    maxSearchesTogether,
  );

  return {
    async add(projectId, chunks) {
      if (chunks.length === 0) return;
      const rows = toRows(chunks);
      await work(projectId, async () => {
        const { table, lock, optimiser } = await tables.openOrCreate(projectId);
        await lock.shared(() => retryConflicts(() => table.use((newest) => newest.add(rows))));
        optimiser.wake("added");
      });
    },

    removeVersion: (projectId, id) => remove(projectId, { column: "versionId", id }),
    removeFile: (projectId, id) => remove(projectId, { column: "fileId", id }),

    async search(projectId, query) {
      if (query.terms.length === 0 || query.fileIds?.length === 0) return [];
      return search(projectId, query);
    },

    versions: (projectId) =>
      work(projectId, async () => {
        const entry = await tables.open(projectId);
        return entry ? retryCleared(() => entry.table.use(countByVersion)) : new Map();
      }),

    async projects() {
      await prepared();
      return folder.projects();
    },

    async removeProject(projectId) {
      await tables.close(projectId);
      await folder.remove(projectId);
    },

    async setAside(projectId) {
      await tables.close(projectId);
      await folder.prepare();
      await folder.setAside(projectId);
    },
    discardSetAside: () => folder.discardSetAside(),

    close: () => tables.closeAll(),
  };
}

export async function countByVersion(table: Table): Promise<Map<VersionId, number>> {
  const counts = new Map<VersionId, number>();
  for await (const batch of table.query().select(["versionId"])) {
    const versionIds = batch.getChild("versionId");
    for (const versionId of versionIds ?? []) counts.set(versionId, (counts.get(versionId) ?? 0) + 1);
  }
  return counts;
}
