import { setTimeout as after } from "node:timers/promises";
import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import { createKeptOpen } from "../../kernel/kept-open.ts";
import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import { compareVersions } from "../../retrieval/words/compare-versions.ts";
import type { WordIndex } from "../../retrieval/words/word-index.ts";
import type { WordStore } from "../../retrieval/words/word-store.ts";
import { aliasOf, listProjects, readCursor } from "./generations.ts";
import { createProjectKeeper, type KeeperDeps, type ProjectKeeper } from "./keep-project.ts";
import { createSearchClient } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { searchChunks } from "./search-chunks.ts";
import { SearchUnavailableError } from "./search-outage.ts";

/** How long a search waits until the index shows what was written before it, in ms. */
const defaultWaitMs = 5_000;
/** The same while the first index of a project is being filled, which may take minutes: then it answers from what is in. */
const defaultFillingWaitMs = 1_000;
const lookEveryMs = 50;
/** How often the keeper looks whether the index of each project is still there. */
const lookAgainMs = 60_000;
/** How often it looks whether what was deleted can be merged away. */
const clearAgainMs = 5_000;
const keptBytes = 64 * 1024 * 1024;

/** The same at an address, for as long as this thread lives. */
export const openOpenSearchWords = (
  { address, storeId }: { address: string; storeId: string },
  store: WordStore,
): WordIndex =>
  createOpenSearchWords({ client: createSearchClient(parseOpenSearchAddress(address)), store, storeId });

/** The words' index of all projects in an OpenSearch cluster: an index each, brought up to the database by one process. */
export function createOpenSearchWords(
  deps: KeeperDeps,
  { waitMs = defaultWaitMs, fillingWaitMs = defaultFillingWaitMs } = {},
): WordIndex {
  const { client, store, storeId } = deps;
  const keepers = createKeptOpen<ProjectId, ProjectKeeper>(keptBytes);
  /** Brings a project up to the database before the work. */
  const keep = <T>(projectId: ProjectId, work: (keeper: ProjectKeeper) => Promise<T> | T): Promise<T> =>
    keepers.inTurn(projectId, async () => createProjectKeeper(deps, projectId), work);
  /** Every project that has had a change. */
  const known = new Set<ProjectId>();
  /** Those of which the index may lack something. */
  const behind = new Set<ProjectId>();
  const clearing = new Set<ProjectId>();
  let seen = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let clearedAt = performance.now();
  /** The latest change that each index was seen to show. */
  const shown = new Map<ProjectId, number>();

  /**
   * Waits until the index shows what the database has, and answers which versions went and may still be in it: with a
   * cluster that is slow, all of them are left out and new ones are found later. Null: there is nothing to search.
   */
  const catchUp = async (projectId: ProjectId): Promise<VersionId[] | null> => {
    const last = shown.get(projectId);
    const changes = await store.changes(projectId, last ?? 0);
    if (last !== undefined && changes.length === 0) return [];
    const latest = changes.at(-1)?.number ?? 0;
    let fillingSince: number | undefined;
    for (const started = performance.now(); ; await after(lookEveryMs)) {
      const cursor = await readCursor(client, aliasOf(storeId, projectId));
      const now = performance.now();
      const isFilling = cursor !== null && cursor.filledTo !== null;
      if (isFilling) fillingSince ??= now;
      else if (cursor) shown.set(projectId, cursor.readTo);
      const isLate = now - started > waitMs || (isFilling && now - (fillingSince ?? now) > fillingWaitMs);
      if (cursor && (isLate || (!isFilling && cursor.readTo >= latest))) {
        const later = changes.filter(({ number }) => number > cursor.readTo);
        return later.filter(({ isGone }) => isGone).map(({ versionId }) => versionId);
      }
      if (!cursor && (await store.activeVersions(projectId)).length === 0) return null;
      if (isLate) throw new SearchUnavailableError(`${client.place} has no index of this project yet`);
    }
  };

  const searchAll = async (
    projectId: ProjectId,
    queries: Omit<ChunkQuery, "fileIds">[],
    fileIds: string | undefined,
  ): Promise<ChunkHit[][]> => {
    const gone = await catchUp(projectId);
    if (gone === null) return queries.map(() => []);
    const alias = aliasOf(storeId, projectId);
    const within = { fileIds: fileIds?.split(","), gone };
    try {
      return await searchChunks({ client, store, alias }, projectId, queries, within);
    } catch (error) {
      // It may be another index by now.
      shown.delete(projectId);
      throw error;
    }
  };

  const clear = async (projectId: ProjectId): Promise<void> => {
    const isClearing = await keep(projectId, async (keeper) => {
      await keeper.clear();
      return keeper.isClearing();
    });
    if (isClearing) clearing.add(projectId);
    else clearing.delete(projectId);
  };

  return {
    async search(projectId, { fileIds, ...query }) {
      const [hits = []] = await searchAll(projectId, [query], fileIds);
      return hits;
    },
    searchAll: (projectId, { fileIds, queries }) => searchAll(projectId, queries, fileIds),

    async tidy() {
      const { chunks, latest } = await store.changed(seen);
      for (const projectId of chunks.keys()) {
        known.add(projectId);
        behind.add(projectId);
      }
      seen = latest;
      const now = performance.now();
      if (now - lookedAt > lookAgainMs) {
        lookedAt = now;
        for (const projectId of await listProjects(client, storeId)) known.add(projectId);
        for (const projectId of known) {
          if (await keep(projectId, (keeper) => keeper.removeUnused())) known.delete(projectId);
          else behind.add(projectId);
        }
      }
      if (now - clearedAt > clearAgainMs) {
        clearedAt = now;
        for (const projectId of clearing) await clear(projectId);
      }
      for (const projectId of [...behind]) {
        const isWhole = await keep(projectId, (keeper) => keeper.isWhole());
        behind.delete(projectId);
        // After those that wait.
        if (!isWhole) behind.add(projectId);
      }
    },

    async clear() {
      const projectIds = await store.withGone();
      for (const projectId of projectIds) await clear(projectId);
      return projectIds.length > 0;
    },

    compare: (projectId) =>
      compareVersions(store, projectId, () => keep(projectId, (keeper) => keeper.versions())),
  };
}
