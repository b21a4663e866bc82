import { setTimeout as after } from "node:timers/promises";
import type { ProjectStore } from "../../auth/project.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ChunkSetId, ProjectId } from "../../kernel/ids.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { ChunkIndex } from "../chunk-index.ts";
import type { CutTerms } from "./cut-terms.ts";
import type { IndexLog } from "./index-log.ts";
import type { IndexProgress } from "./index-progress.ts";
import type { UnindexedStore } from "./word-store.ts";

export type BackgroundIndexing = {
  /** Compares each project's index with the database, then indexes what is lacking; again every minute what came to lack. */
  start(): void;
  /** The index, whose searches wait a moment while their project is being indexed. */
  index: ChunkIndex;
  progress(): IndexProgress;
  /** Ends the work under way. What is lacking is indexed after the next start. */
  stop(): Promise<void>;
};

const setsAtOnce = 20;
/** Chunks cut into terms at a time. */
const batchSize = 250;
const lookAgainMs = 60_000;
/** Between two lines of the log. */
const logEveryMs = 30_000;
/** How long a search waits for its project: a project of some hundred documents is indexed in that time. */
const maxWaitMs = 1_000;

/**
 * Indexes the sets that the words' index lacks: those of a data folder of an older version, and of a project whose segments
 * were damaged. The newest come first, those of a project that is being asked about before all others. Until a project is
 * done, its questions are answered from what is indexed.
 */
export function createBackgroundIndexing(deps: {
  index: ChunkIndex & { compare(projectId: ProjectId): Promise<unknown> };
  unindexed: UnindexedStore;
  chunks: Pick<ChunkStore, "listSet">;
  projects: Pick<ProjectStore, "list">;
  cutTerms: CutTerms;
  /** Called once nothing is lacking. */
  onWhole: () => Promise<void>;
  /** Whether this process does the work; another one may, with the same database. */
  isOurs: () => boolean;
  log: IndexLog;
  timer: Timer;
}): BackgroundIndexing {
  const { unindexed, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const left = new Map<ProjectId, number>();
  let done = 0;
  let asked: ProjectId | undefined;
  let running: Promise<void> | undefined;
  let stopLooking = () => {};
  let wasCompared = false;

  const total = () => done + [...left.values()].reduce((sum, sets) => sum + sets, 0);

  const indexSet = async (chunkSetId: ChunkSetId): Promise<void> => {
    if (await unindexed.lacksTerms(chunkSetId)) {
      for await (const batch of deps.chunks.listSet(chunkSetId, batchSize)) {
        signal.throwIfAborted();
        const cut = await deps.cutTerms(batch);
        await unindexed.setTerms(
          chunkSetId,
          batch.map(({ position }, at) => ({ position, termHashes: cut[at] ?? new Uint32Array() })),
        );
      }
    }
    await unindexed.finish(chunkSetId);
  };

  const next = async () => {
    const ofAsked = asked !== undefined && left.has(asked) ? await unindexed.next(setsAtOnce, asked) : [];
    return ofAsked.length > 0 ? ofAsked : unindexed.next(setsAtOnce);
  };

  const indexAll = async (): Promise<void> => {
    for (const [projectId, sets] of await unindexed.count()) left.set(projectId, sets);
    if (left.size === 0) return;
    log.indexing(done, total());
    let logged = performance.now();
    for (let sets = await next(); sets.length > 0; sets = await next()) {
      for (const { chunkSetId, projectId } of sets) {
        signal.throwIfAborted();
        await indexSet(chunkSetId);
        done += 1;
        const remaining = (left.get(projectId) ?? 1) - 1;
        if (remaining > 0) left.set(projectId, remaining);
        else left.delete(projectId);
        if (performance.now() - logged < logEveryMs) continue;
        log.indexing(done, total());
        logged = performance.now();
      }
    }
    log.indexed(done);
    left.clear();
    done = 0;
  };

  const run = (work: () => Promise<void>) => {
    running ??= work()
      .catch((error: unknown) => {
        if (!signal.aborted) log.failed(error);
      })
      .finally(() => {
        running = undefined;
      });
  };

  const compareAll = async () => {
    wasCompared = true;
    await indexAll();
    await deps.onWhole();
    for (const { projectId } of await deps.projects.list()) {
      signal.throwIfAborted();
      await deps.index.compare(projectId);
    }
    await indexAll();
  };

  /** What another process has left to do. */
  const lookOn = async () => {
    left.clear();
    for (const [projectId, sets] of await unindexed.count()) left.set(projectId, sets);
  };

  const look = () => run(deps.isOurs() ? (wasCompared ? indexAll : compareAll) : lookOn);

  return {
    start() {
      look();
      stopLooking = deps.timer.every(lookAgainMs, look);
    },
    index: {
      async search(projectId, query) {
        if (left.has(projectId)) {
          asked = projectId;
          for (let waited = 0; left.has(projectId) && waited < maxWaitMs; waited += 25)
            await after(25, undefined, { signal });
        }
        return deps.index.search(projectId, query);
      },
      // They follow a search, which has waited.
      searchAll: (...asked) => deps.index.searchAll(...asked),
    },
    progress: () => ({ state: left.size > 0 ? "rebuilding" : "ready", done, total: total() }),
    async stop() {
      stopLooking();
      stopping.abort();
      await running;
    },
  };
}
