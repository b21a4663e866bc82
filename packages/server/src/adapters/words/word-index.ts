import type { ProjectId } from "../../kernel/ids.ts";
import { createKeptOpen } from "../../kernel/kept-open.ts";
import { compareVersions } from "../../retrieval/words/compare-versions.ts";
import type { WordIndex } from "../../retrieval/words/word-index.ts";
import { DamagedSegmentError, type WordStore } from "../../retrieval/words/word-store.ts";
import { createFileFilter, type FileFilter } from "./file-filter.ts";
import { defaultChunksPerSegment, openProjectWords, type ProjectWords } from "./project-words.ts";

export type WordIndexOptions = {
  /** Bytes of segments kept in memory. The project that was asked for last is always kept. */
  keptBytes?: number;
  /** Chunks from which on a segment is stored; default 2,048. */
  chunksPerSegment?: number;
  /** Whether other processes write segments, too. Default: false. */
  isShared?: boolean;
  /** A project's segments were damaged, and are made again from the chunks. */
  onDamage?: (projectId: ProjectId, error: Error) => void;
};

const defaultKeptBytes = 256 * 1024 * 1024;
/** A question asks several times within the same files, and so do those who ask at the same time. */
const keptFilters = 4;

export function createWordIndex(
  store: WordStore,
  {
    keptBytes = defaultKeptBytes,
    chunksPerSegment = defaultChunksPerSegment,
    isShared = false,
    onDamage = () => {},
  }: WordIndexOptions = {},
): WordIndex {
  /** Chunks added or removed since a project was tidied last. */
  const fresh = new Map<ProjectId, number>();
  let seen = 0;
  /** Those asked for last are last. */
  const filters = new Map<string, FileFilter>();

  const openOrStartAgain = async (projectId: ProjectId): Promise<ProjectWords> => {
    const openOne = () => openProjectWords(store, projectId, { chunksPerSegment, isShared });
    try {
      return await openOne();
    } catch (error) {
      if (!(error instanceof DamagedSegmentError)) throw error;
      onDamage(projectId, error);
      await store.startAgain(projectId);
      return openOne();
    }
  };

  const open = createKeptOpen<ProjectId, ProjectWords>(keptBytes);
  /** Work on a project, refreshed. */
  const inTurn = <T>(projectId: ProjectId, work: (words: ProjectWords) => Promise<T> | T): Promise<T> =>
    open.inTurn(projectId, () => openOrStartAgain(projectId), work);

  const filterOf = (fileIds: string): FileFilter => {
    const filter = filters.get(fileIds) ?? createFileFilter(fileIds);
    filters.delete(fileIds);
    filters.set(fileIds, filter);
    for (const oldest of [...filters.keys()].slice(0, -keptFilters)) filters.delete(oldest);
    return filter;
  };

  return {
    search: (projectId, { fileIds, ...query }) =>
      inTurn(projectId, (words) =>
        words.search(query, fileIds === undefined ? undefined : filterOf(fileIds)),
      ),

    searchAll: (projectId, { fileIds, queries }) =>
      inTurn(projectId, (words) => {
        const files = fileIds === undefined ? undefined : filterOf(fileIds);
        return Promise.all(queries.map((query) => words.search(query, files)));
      }),

    async tidy() {
      const { chunks, latest } = await store.changed(seen);
      seen = latest;
      for (const [projectId, changed] of chunks) fresh.set(projectId, (fresh.get(projectId) ?? 0) + changed);
      for (const [projectId, changed] of fresh) {
        if (changed < chunksPerSegment) continue;
        fresh.delete(projectId);
        await inTurn(projectId, (words) => words.tidy());
      }
    },

    async clear() {
      const projectIds = await store.withGone();
      for (const projectId of projectIds) await inTurn(projectId, (words) => words.clear());
      return projectIds.length > 0;
    },

    compare: (projectId) =>
      compareVersions(store, projectId, () => inTurn(projectId, (words) => words.versions())),
  };
}
