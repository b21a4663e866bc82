import { stat } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import {
  markCleanShutdown,
  readShutdownState,
  removeShutdownMark,
} from "../adapters/filesystem/clean-shutdown.ts";
import type { DataFolderPaths } from "../adapters/filesystem/data-folder.ts";
import { codeOf } from "../adapters/filesystem/folder-errors.ts";
import { counted, inWords } from "../backup/sizes.ts";
import type { Clock } from "../kernel/clock.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { type FolderCheck, type FolderCheckResult, startFolderCheck } from "./folder-check.ts";

/** A check that takes longer goes on beside the service: some 10 GB of database on a usual disk. */
const maxWaitMs = 20_000;

export type Run = {
  /** To be called before the database is closed: the check reads it. */
  stopChecking(): Promise<void>;
  /** The last act, once everything is closed: marks the folder as cleanly shut down, unless damage was found. */
  end(): Promise<void>;
};

type Logger = Pick<FastifyBaseLogger, "warn" | "error">;

/**
 * The first act in a data folder that this process has taken: one that was not shut down cleanly is looked over before
 * anything is written. Throws OperatorError, having changed nothing, when it is damaged.
 */
export async function beginRun(folder: DataFolderPaths, clock: Clock, logger: Logger): Promise<Run> {
  let sound = true;
  let stopping = false;
  let check: FolderCheck | undefined;
  if (await isThere(folder.database)) {
    const state = await readShutdownState(folder.root, folder.database);
    if (state.kind !== "clean") {
      const early = await checkBeforeServing(folder, state.kind, logger);
      // What takes longer than a start may: every byte of every file, every row of the database.
      check = early ?? startFolderCheck({ root: folder.root, database: folder.database, depth: "full" });
      void check.result.then(
        (result) => {
          sound = reportLate(result, logger);
        },
        (error: unknown) => {
          if (!stopping)
            logger.warn({ err: error }, "The data folder could not be read through in the background.");
        },
      );
    }
    await removeShutdownMark(folder.root);
  }
  return {
    async stopChecking() {
      stopping = true;
      await check?.stop();
    },
    async end() {
      if (sound && (await isThere(folder.database)))
        await markCleanShutdown(folder.root, folder.database, clock.now());
    },
  };
}

/** Answers the check itself where it takes too long to wait for. */
async function checkBeforeServing(
  folder: DataFolderPaths,
  why: "changed" | "unmarked",
  logger: Logger,
): Promise<FolderCheck | null> {
  const check = startFolderCheck({ root: folder.root, database: folder.database, depth: "quick" });
  const waiting = new AbortController();
  const result = await Promise.race([
    check.result,
    after(maxWaitMs, null, { signal: waiting.signal, ref: false }),
  ]).finally(() => waiting.abort());
  const reason =
    why === "changed"
      ? "The database was changed since the service was last shut down"
      : "The data folder has no mark of a clean shutdown";
  if (result === null) {
    logger.warn(`${reason}: it is large, and is checked while the service starts.`);
    return check;
  }
  const damage = damageOf(result);
  if (damage !== null) throw damaged(folder.root, damage, result);
  const { blobs, bytes } = result.files ?? { blobs: 0, bytes: 0 };
  logger.warn(
    `${reason}: the database and ${counted(blobs, "file")} (${inWords(bytes)}) were checked and are sound.`,
  );
  return null;
}

/** Whether the folder is sound. */
function reportLate(result: FolderCheckResult, logger: Logger): boolean {
  const damage = damageOf(result);
  if (damage === null) {
    logger.warn("Every row of the database and every byte of the files was read: all sound.");
    return true;
  }
  logger.error(
    { findings: result.findings, missing: result.files?.missing, damaged: result.files?.damaged },
    `The data folder is damaged: ${damage}. 'headwater doctor' lists what; a backup brings it back: 'headwater restore'.`,
  );
  return false;
}

function damageOf({ findings, files }: FolderCheckResult): string | null {
  const all = [
    ...findings.map((finding) => `the database: ${finding}`),
    ...(files?.missing ?? []).map((path) => `${path} is missing`),
    ...(files?.damaged ?? []).map((path) => `${path} is not what was uploaded`),
  ];
  const [first] = all;
  if (first === undefined) return null;
  return all.length === 1 ? first : `${first}, and ${all.length - 1} more`;
}

const damaged = (root: string, damage: string, { findings }: FolderCheckResult): OperatorError =>
  new OperatorError(
    `The data folder ${root} is damaged: ${damage}. 'headwater doctor' lists all of it. ${
      findings.length > 0
        ? "Restore a backup into a new folder ('headwater restore'), or move headwater.sqlite away and run 'headwater recover'."
        : "Restore a backup into a new folder ('headwater restore'), or go on without these files: 'headwater doctor --repair --accept-missing' ('headwater recover' brings sources back where the database is lost)."
    }`,
  );

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
