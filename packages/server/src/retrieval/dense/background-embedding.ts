import type { ProjectStore } from "../../auth/project.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { FileId, ProjectId, VersionId } from "../../kernel/ids.ts";
import type { Timer } from "../../kernel/timer.ts";
import { inContext } from "../../kernel/work-context.ts";
import type { Embedder } from "../../models/embedder.ts";
import { embedPassages, embedSet } from "./embed-set.ts";
import type { EmbeddingLog } from "./embedding-log.ts";
import type { EmbeddingCount, EmbeddingSpace, VectorStore } from "./vector-store.ts";

/** How far the documents have vectors. */
export type EmbeddingProgress = EmbeddingCount & {
  /** `failing`: the model can't be used, and is tried again. */
  state: "ready" | "embedding" | "failing";
};

export type BackgroundEmbedding = {
  /** Embeds whatever lacks vectors. May be called again, to look again. */
  start(): void;
  /** A version of the project answers from now on. */
  wake(projectId: ProjectId, versionId: VersionId): void;
  /** Takes over vectors of texts that a version had before: call it while the replaced version is still there. Never fails. */
  reuse(projectId: ProjectId, fileId: FileId, versionId: VersionId): Promise<void>;
  /** Counts documents of the projects that have some to do; 0 of 0 when there is nothing to do. */
  progress(): Promise<EmbeddingProgress>;
  /** Ends the work under way. What is lacking is done after the next start. */
  stop(): Promise<void>;
};

/** Sets looked up at a time: those that were added meanwhile come next. */
const setsAtOnce = 20;
/** Failures in one pass over a project, after which it ends. */
const maxFailures = 3;
/** Pauses after failures. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Embeds what lacks vectors, project by project, beside everything else. Once a project is whole in the model's space,
 * questions are answered from it, and the spaces of other models are removed.
 */
export function createBackgroundEmbedding(deps: {
  embedder: Embedder;
  vectors: VectorStore;
  chunks: Pick<ChunkStore, "listSet" | "findSet">;
  projects: Pick<ProjectStore, "list">;
  /** Whether other processes embed, too. Default: false. */
  isShared?: boolean;
  log: EmbeddingLog;
  timer: Timer;
}): BackgroundEmbedding {
  const { embedder, vectors, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** What is to be embedded: versions, or whatever lacks vectors, which takes a look at every version of a project. */
  const waiting = new Map<ProjectId, Set<VersionId> | "all">();
  /** Projects whose last try failed. */
  const failing = new Set<ProjectId>();
  let running: Promise<void> | undefined;

  const recovered = (projectId: ProjectId) => {
    if (failing.delete(projectId)) log.recovered(projectId);
  };

  /** One document that the model refuses does not keep the others waiting; several mean that the model is away. */
  const embedAll = async (space: EmbeddingSpace): Promise<void> => {
    const embed = embedPassages(embedder, signal);
    const failures: unknown[] = [];
    for (;;) {
      const sets = await vectors.lackingSets(space, defaultChunking, setsAtOnce);
      for (const { chunkSetId } of sets) {
        try {
          await embedSet(deps, { spaceId: space.spaceId, chunkSetId }, embed);
        } catch (error) {
          failures.push(error);
          if (signal.aborted || failures.length === maxFailures) throw error;
        }
      }
      if (sets.length < setsAtOnce) break;
      // A large project does not keep the others waiting.
      if (waiting.size > 0) {
        waiting.set(space.projectId, "all");
        break;
      }
    }
    if (failures.length > 0) throw failures[0];
  };

  const embedVersions = async (space: EmbeddingSpace, versionIds: Set<VersionId>): Promise<void> => {
    const embed = embedPassages(embedder, signal);
    for (const versionId of versionIds) {
      const chunkSetId = await deps.chunks.findSet(versionId, defaultChunking);
      if (chunkSetId !== null) await embedSet(deps, { spaceId: space.spaceId, chunkSetId }, embed);
    }
  };

  /** A project without documents is whole with its first ones. */
  const settle = async (space: EmbeddingSpace): Promise<void> => {
    const others = (await vectors.spaces(space.projectId)).filter(({ spaceId }) => spaceId !== space.spaceId);
    if (space.isWhole && others.length === 0) return;
    const { done, total } = await vectors.count(space, defaultChunking);
    if (total === 0 || done < total) return;
    if (!space.isWhole) {
      await vectors.markWhole(space.spaceId);
      log.whole(space.projectId, embedder.space);
    }
    for (const { spaceId } of others) await vectors.removeSpace(spaceId);
  };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        stop();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const stop = deps.timer.every(ms, end);
      signal.addEventListener("abort", end);
    });

  const embedProject = async (projectId: ProjectId, what: Set<VersionId> | "all"): Promise<void> => {
    const space = await vectors.openSpace(projectId, embedder.space);
    if (what === "all") await embedAll(space);
    else await embedVersions(space, what);
    recovered(projectId);
    await settle(space);
  };

  const work = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    for (let [next] = waiting; next !== undefined && !signal.aborted; [next] = waiting) {
      const [projectId, what] = next;
      // Taken out first: what is added meanwhile wakes again.
      waiting.delete(projectId);
      try {
        await inContext({ projectId }, () => embedProject(projectId, what));
        pauseMs = firstPauseMs;
      } catch (error) {
        // Last again: a text that the model refuses in one project does not keep the others waiting.
        waiting.set(projectId, "all");
        if (signal.aborted) return;
        if (!failing.has(projectId)) log.failed(projectId, error);
        failing.add(projectId);
        await pause(pauseMs);
        pauseMs = Math.min(maxPauseMs, pauseMs * 2);
      }
    }
  };

  const run = () => {
    running ??= work().finally(ended);
  };
  const ended = () => {
    running = undefined;
    // Woken between the last look and now.
    if (waiting.size > 0 && !signal.aborted) run();
  };
  const addAll = async () => {
    try {
      for (const { projectId } of await deps.projects.list()) waiting.set(projectId, "all");
    } catch (error) {
      log.failed(null, error);
    }
  };

  return {
    start() {
      running = (running ?? Promise.resolve()).then(addAll).then(work).finally(ended);
    },
    wake(projectId, versionId) {
      if (signal.aborted) return;
      const what = waiting.get(projectId) ?? new Set();
      if (what !== "all") waiting.set(projectId, what.add(versionId));
      run();
    },
    async reuse(projectId, fileId, versionId) {
      try {
        const chunkSetId = await deps.chunks.findSet(versionId, defaultChunking);
        if (chunkSetId === null) return;
        for (const { spaceId } of await vectors.spaces(projectId))
          await embedSet(deps, { spaceId, chunkSetId }, null);
      } catch (error) {
        // They are embedded once more, then.
        log.failed(projectId, new Error(`Vectors of source ${fileId} were not taken over`, { cause: error }));
      }
    },
    async progress() {
      if (!running && !deps.isShared) return { state: "ready", done: 0, total: 0 };
      const sum = { done: 0, total: 0 };
      for (const { projectId } of await deps.projects.list()) {
        const spaces = await vectors.spaces(projectId);
        const space =
          spaces.find(({ name }) => name === embedder.space) ??
          (await vectors.openSpace(projectId, embedder.space));
        const { done, total } = await vectors.count(space, defaultChunking);
        // The switch to a space that has just become whole is part of the work.
        if (done === total && (total === 0 || (space.isWhole && spaces.length === 1))) continue;
        sum.done += done;
        sum.total += total;
      }
      return { state: failing.size > 0 ? "failing" : sum.total > 0 ? "embedding" : "ready", ...sum };
    },
    async stop() {
      stopping.abort(new Error("The service is stopping"));
      await running;
    },
  };
}
