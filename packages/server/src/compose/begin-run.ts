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
import { countRows } from "../adapters/sql/count-rows.ts";
import { afterPowerCut, cutLogLine, findCut, keepCutLog } from "../adapters/sql/cut-log.ts";
import { damageOf, findingLine } from "../backup/folder-finding.ts";
import { counted, inWords } from "../backup/sizes.ts";
import type { Clock } from "../kernel/clock.ts";
import { type FolderCheck, type FolderCheckResult, startFolderCheck } from "./folder-check.ts";
import { mend, mendsItself } from "./verify/mend.ts";
import { refuseDamage } from "./verify/refuse-damage.ts";
import { verifyFolder } from "./verify/verify-folder.ts";

/** A check that takes longer goes on beside the service: some 10 GB of database on a usual disk. */
const maxWaitMs = 20_000;

export type Run = {
  /** Begins what takes longer than a start may: every byte of every file, every row of the database. */
  readThrough(): void;
  /** To be called before the database is closed: the check reads it. */
  stopChecking(): Promise<void>;
  /** The last act, once everything is closed: marks the folder as cleanly shut down, unless damage was found. */
  end(): Promise<void>;
};

type Logger = Pick<FastifyBaseLogger, "warn" | "error">;

/**
 * The first act in a data folder that this process has taken. Whose it is, and its tables, are looked at before anything is
 * written; one that was not shut down cleanly is looked over. Throws OperatorError, having changed nothing, when it is
 * damaged. What follows from other rows is made again.
 */
export async function beginRun(
  folder: DataFolderPaths,
  { clock, logger, filesElsewhere }: { clock: Clock; logger: Logger; filesElsewhere: boolean },
): Promise<Run> {
  const { findings } = await verifyFolder(folder, { depth: "start", filesElsewhere });
  refuseDamage(folder.root, findings);
  let isSound = true;
  let stopping = false;
  let check: FolderCheck | null = null;
  let readsThrough = false;
  const report = ({ result }: FolderCheck) =>
    void result.then(
      (found) => {
        isSound = reportLate(found, logger);
      },
      (error: unknown) => {
        if (!stopping)
          logger.warn({ err: error }, "The data folder could not be read through in the background.");
      },
    );
  if (await isThere(folder.database)) {
    const state = await readShutdownState(folder.root, folder.database);
    if (state.kind !== "clean") {
      keepCut(folder.database, clock, logger);
      check = await checkBeforeServing(folder, state.kind, { logger, filesElsewhere });
      readsThrough = check === null;
      if (check) report(check);
    }
    await removeShutdownMark(folder.root);
    const mendable = findings.filter(mendsItself);
    for (const finding of mendable) {
      await mend(folder, finding, clock);
      logger.warn(`${damageOf(finding)}: it was made again.`);
    }
    readsThrough ||= mendable.length > 0 && check === null;
  }
  return {
    readThrough() {
      if (!readsThrough) return;
      check = startFolderCheck({ paths: folder, depth: "content", filesElsewhere });
      report(check);
    },
    async stopChecking() {
      stopping = true;
      await check?.stop();
    },
    async end() {
      if (isSound && (await isThere(folder.database)))
        await markCleanShutdown(folder.root, folder.database, { now: clock.now(), countRows });
    },
  };
}

/** Opening the database writes over what is behind a damaged frame of its log. */
function keepCut(database: string, clock: Clock, logger: Logger): void {
  const cut = findCut(database);
  if (cut === null) return;
  const copy = keepCutLog(database, clock.now());
  logger.error({ copy }, `${cutLogLine(cut)} ${afterPowerCut} The log as it was is kept.`);
}

/** Answers the check itself where it takes too long to wait for. */
async function checkBeforeServing(
  folder: DataFolderPaths,
  why: "changed" | "unmarked",
  { logger, filesElsewhere }: { logger: Logger; filesElsewhere: boolean },
): Promise<FolderCheck | null> {
  const check = startFolderCheck({ paths: folder, depth: "quick", filesElsewhere });
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
  refuseDamage(folder.root, result.findings);
  const { count, bytes } = result.files;
  const files = filesElsewhere ? "" : ` and ${counted(count, "file")} (${inWords(bytes)})`;
  logger.warn(
    `${reason}: the database${files} ${filesElsewhere ? "was checked and is" : "were checked and are"} sound.`,
  );
  return null;
}

/** Whether the folder is sound. */
function reportLate({ findings, mended }: FolderCheckResult, logger: Logger): boolean {
  if (mended.length > 0) logger.warn({ mended }, "What follows from other data was lost, and is made again.");
  const [first, ...others] = findings.filter(({ kind }) => kind !== "note");
  if (!first) {
    logger.warn("Every row of the database and every byte of the files was read: all sound.");
    return true;
  }
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  logger.error(
    { findings: [first, ...others].map(findingLine) },
    `The data folder is damaged: ${damageOf(first)}${more}. 'headwater doctor' lists what; a backup brings it back: 'headwater restore'.`,
  );
  return false;
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
