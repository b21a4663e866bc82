import type { ProjectStore } from "../auth/project.ts";
import type { ProjectId } from "../kernel/ids.ts";
import { IndexDamagedError, type MendableIndex } from "./chunk-index.ts";
import { findGaps } from "./find-gaps.ts";
import type { IndexGapsByProject } from "./index-gaps.ts";
import type { IndexMenderLog } from "./index-mender-log.ts";
import type { CutTerms } from "./index-version.ts";
import type { IndexedChunks } from "./indexed-chunks.ts";
import { createRestorer, type Restorer } from "./restorer.ts";

export type MenderTiming = {
  /** Pause after a second failure in a row; each further one doubles it. The first is followed at once. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** Missing versions that are not active yet are looked at again after this time: their build is about to end. */
  lookAgainMs: number;
};

export const defaultMenderTiming: MenderTiming = {
  firstPauseMs: 1_000,
  maxPauseMs: 300_000,
  lookAgainMs: 1_000,
};

/** A failure after this time without one begins a new row of them. */
const forgetFailuresMs = 600_000;

/** Makes the index agree with the database, in the background and beside builds, deletions and searches. */
export type IndexMender = {
  /** Looks at every project, and again at each one that is told to have failed. */
  start(): void;
  /** Compares the project with the database once more, and mends what is found. */
  look(projectId: ProjectId): void;
  /**
   * Resolves when the project was compared with the database at least once and is not being set aside, so that all that
   * is missing is known. Throws only when the database fails.
   */
  compared(projectId: ProjectId): Promise<void>;
  /** Takes a failure of the index as it was in this generation. After damage it is set aside when this resolves. */
  failed(projectId: ProjectId, error: unknown, generation?: number): Promise<void>;
  giveUp: Restorer["giveUp"];
  /** Removes what was set aside, if there is any. */
  discardSetAside(): Promise<void>;
  stop(): Promise<void>;
};

/** Versions restored together: a write costs as much for all of them as for one. */
const versionsAtOnce = 50;

export function createIndexMender(
  deps: {
    index: MendableIndex;
    gaps: IndexGapsByProject;
    chunks: IndexedChunks;
    cutTerms: CutTerms;
    projects: Pick<ProjectStore, "list">;
    log: IndexMenderLog;
  },
  timing: MenderTiming = defaultMenderTiming,
): IndexMender {
  const { index, gaps, chunks, cutTerms, projects, log } = deps;
  const restorer = createRestorer({ index, chunks, cutTerms });
  const waiting = new Set<ProjectId>();
  const timers = new Map<ProjectId, NodeJS.Timeout>();
  const failures = new Map<ProjectId, { count: number; last: number }>();
  const comparing = new Map<ProjectId, Promise<{ removed: number }>>();
  const settingAside = new Map<ProjectId, Promise<void>>();
  let running: Promise<void> | undefined;
  let beginning: Promise<void> | undefined;
  let stopped = false;
  /** One may be left from a process that was killed while it rebuilt. */
  let somethingSetAside = true;

  const discardSetAside = async () => {
    if (!somethingSetAside) return;
    somethingSetAside = false;
    await index.discardSetAside().catch((error: unknown) => {
      somethingSetAside = true;
      throw error;
    });
  };

  const allMissing = async (projectId: ProjectId) => {
    for (const version of await chunks.activeVersions(projectId)) {
      if (version.chunks > 0) gaps.addMissing(projectId, version);
    }
  };
  /** Versions of running builds lose what they have in the index, too. */
  const writtenMissing = (projectId: ProjectId) => {
    for (const [versionId, fileId] of gaps.of(projectId).written)
      gaps.addMissing(projectId, { versionId, fileId });
  };

  const setAside = async (projectId: ProjectId) => {
    gaps.of(projectId).generation += 1;
    writtenMissing(projectId);
    somethingSetAside = true;
    try {
      await index.setAside(projectId);
    } finally {
      writtenMissing(projectId);
      await allMissing(projectId);
    }
  };

  const pauseAfterFailure = (projectId: ProjectId): number => {
    const now = performance.now();
    const before = failures.get(projectId);
    const count = before && now - before.last < forgetFailuresMs ? before.count + 1 : 1;
    failures.set(projectId, { count, last: now });
    return count === 1 ? 0 : Math.min(timing.firstPauseMs * 2 ** (count - 2), timing.maxPauseMs);
  };

  const lookAt = (projectId: ProjectId) => {
    if (stopped) return;
    waiting.add(projectId);
    running ??= run().finally(() => {
      running = undefined;
      for (const next of waiting) lookAt(next);
    });
  };
  const lookLater = (projectId: ProjectId, pauseMs: number) => {
    if (stopped || timers.has(projectId)) return;
    const timer = setTimeout(() => {
      timers.delete(projectId);
      lookAt(projectId);
    }, pauseMs);
    timers.set(projectId, timer.unref());
  };

  const failed = async (projectId: ProjectId, error: unknown, generation?: number) => {
    const state = gaps.of(projectId);
    await settingAside.get(projectId);
    if (stopped || (generation !== undefined && generation !== state.generation)) return;
    const damaged = error instanceof IndexDamagedError;
    // Told once, not with every search until the next attempt.
    if (!damaged && timers.has(projectId)) return;
    log.failed(projectId, error, damaged);
    if (damaged) {
      const move = setAside(projectId)
        .catch((failure: unknown) => log.failed(projectId, failure, false))
        .finally(() => settingAside.delete(projectId));
      settingAside.set(projectId, move);
      await move;
    }
    lookLater(projectId, pauseAfterFailure(projectId));
  };

  const compare = (projectId: ProjectId): Promise<{ removed: number }> => {
    const underWay = comparing.get(projectId);
    if (underWay) return underWay;
    const { generation } = gaps.of(projectId);
    const comparison = findGaps({ index, chunks, gaps }, projectId)
      .catch(async (error: unknown) => {
        // Until the index can be looked at, all is read from the database. When that fails, it is not the index's fault.
        await allMissing(projectId);
        await failed(projectId, error, generation);
        return { removed: 0 };
      })
      .finally(() => comparing.delete(projectId));
    comparing.set(projectId, comparison);
    return comparison;
  };

  const mend = async (projectId: ProjectId) => {
    const state = gaps.of(projectId);
    const { removed } = await compare(projectId);
    const { generation } = state;
    if (!state.compared) return;
    let restored = 0;
    try {
      const active = new Set((await chunks.activeVersions(projectId)).map(({ versionId }) => versionId));
      const missing = [...state.missing]
        .filter(([versionId]) => active.has(versionId))
        .map(([versionId, fileId]) => ({ versionId, fileId }));
      for (let from = 0; from < missing.length; from += versionsAtOnce) {
        // Some may have been removed since.
        const versions = missing
          .slice(from, from + versionsAtOnce)
          .filter(({ versionId }) => state.missing.has(versionId));
        if (stopped || state.generation !== generation) return;
        if (!(await restorer.restore(projectId, versions))) continue;
        if (state.generation !== generation) return;
        for (const { versionId } of versions) gaps.close(projectId, versionId);
        restored += versions.length;
      }
    } catch (error) {
      return await failed(projectId, error, generation);
    } finally {
      if (restored + removed > 0) log.mended(projectId, { restored, removed });
    }
    if (state.missing.size + state.unremoved.size + state.unremovedFiles.size > 0)
      lookLater(projectId, timing.lookAgainMs);
  };

  const run = async () => {
    for (const projectId of waiting) {
      if (stopped) return;
      waiting.delete(projectId);
      await mend(projectId).catch((error: unknown) => failed(projectId, error));
    }
    if (!stopped && timers.size === 0 && gaps.progress().state === "ready") {
      await discardSetAside().catch((error: unknown) => log.failed(null, error, false));
    }
  };

  return {
    start() {
      const begin = async () => {
        // The index first: a project that is made and written in between is then not taken for one that is gone.
        const indexed = await index.projects().catch((error: unknown) => {
          log.failed(null, error, false);
          return [];
        });
        if (stopped) return;
        const known = new Set((await projects.list()).map(({ projectId }) => projectId));
        for (const projectId of known) lookAt(projectId);
        for (const projectId of indexed) {
          if (!stopped && !known.has(projectId)) await index.removeProject(projectId);
        }
      };
      beginning = begin().catch((error: unknown) => log.failed(null, error, false));
    },
    look: lookAt,
    async compared(projectId) {
      await settingAside.get(projectId);
      if (!gaps.of(projectId).compared) await compare(projectId);
    },
    failed,
    giveUp: restorer.giveUp,
    discardSetAside,
    async stop() {
      stopped = true;
      restorer.stop();
      for (const timer of timers.values()) clearTimeout(timer);
      await beginning;
      await running;
      await Promise.allSettled([...comparing.values(), ...settingAside.values()]);
    },
  };
}
