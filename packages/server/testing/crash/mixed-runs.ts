import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { promisify } from "node:util";
import { between, pick, type Random } from "../documents/seeded-random.ts";
import { createServiceCaller, type ServiceCaller } from "../service-caller.ts";
import { cleanEnvironment, serverEntry, startServiceProcess } from "../service-process.ts";
import type { CrashDocument } from "./crashing-runs.ts";

export type MixedRuns = {
  dataFolder: string;
  token: string;
  random: Random;
  /** Gives the documents to upload, each with a word of its own. */
  nextDocument: () => CrashDocument;
  /** Where backups go. */
  backups: string;
};

/** What clients know of the sources after the kills. */
export type MixedState = {
  /** By file id: acknowledged, and never deleted by a request. */
  kept: Map<string, CrashDocument>;
  /** Whose deletion was answered 200. */
  deleted: CrashDocument[];
  /** Backups that said they are complete. */
  backups: string[];
};

type Client = { caller: ServiceCaller; signal: AbortSignal };

/** Longer than most of what is under way takes. */
const maxMs = 2_500;

/** Deletions leave so many sources, which the kills that follow must leave, too. */
const minKept = 8;

/**
 * Starts the service, uploads, deletes, asks and backs up side by side, and kills the service with SIGKILL in the middle
 * of it; `check` looks at the data folder after each kill.
 */
export async function mixedRuns(
  runs: MixedRuns,
  rounds: number,
  check: (state: MixedState) => Promise<void>,
): Promise<MixedState> {
  const state: MixedState = { kept: new Map(), deleted: [], backups: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const service = await startServiceProcess(runs);
    const killing = new AbortController();
    const client = { caller: createServiceCaller(service, runs.token), signal: killing.signal };
    // What the kill cut off is unknown, which is all that is to be known of it.
    const untilKilled = (work: Promise<void>) =>
      work.catch((error: unknown) => {
        if (!killing.signal.aborted) throw error;
      });
    const work = [
      uploads(runs, client, state),
      deletions(runs, client, state),
      questions(runs, client, state),
      ...(round % 3 === 0 ? [backup(runs, round, state)] : []),
    ].map(untilKilled);
    const over = Promise.all(work);
    over.catch(() => {}); // thrown below
    // Only the moment of the kill is random. Nothing waits for this time to pass.
    await after(between(runs.random, 0, maxMs));
    killing.abort();
    await service.kill();
    await over;
    await check(state);
  }
  return state;
}

async function uploads({ nextDocument }: MixedRuns, { caller, signal }: Client, { kept }: MixedState) {
  while (!signal.aborted) {
    const document = nextDocument();
    const buildId = await caller.ingest(document.fileName, document.bytes);
    const { file_id } = await caller.build(buildId);
    if (file_id === null) throw new Error(`Build ${buildId} was acknowledged and has no source`);
    kept.set(file_id, document);
  }
}

async function deletions({ random }: MixedRuns, { caller, signal }: Client, { kept, deleted }: MixedState) {
  while (!signal.aborted) {
    if (kept.size <= minKept) await after(20);
    else {
      const [fileId, document] = pick(random, [...kept]);
      kept.delete(fileId);
      await caller.remove(fileId);
      deleted.push(document);
    }
  }
}

/** Leaves turns of conversations behind that quote what is deleted later. */
async function questions({ random }: MixedRuns, { caller, signal }: Client, { kept }: MixedState) {
  while (!signal.aborted) {
    if (kept.size === 0) await after(20);
    else {
      // The words of a question are the asker's own, and stay. So the answer alone has the keyword.
      const [fileId] = pick(random, [...kept]);
      await caller.ask("What number and word does the document name?", [fileId]).catch((error: Error) => {
        // Deleted since it was picked.
        if (!error.message.includes("answered 404")) throw error;
      });
    }
  }
}

async function backup(runs: MixedRuns, round: number, { backups }: MixedState) {
  const target = join(runs.backups, String(round));
  await promisify(execFile)(process.execPath, [serverEntry, "backup", target], {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), HEADWATER_DATA: runs.dataFolder },
    timeout: 200_000,
  });
  backups.push(target);
}
