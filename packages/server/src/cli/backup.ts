import { resolve } from "node:path";
import { counted, inWords } from "../backup/sizes.ts";
import { type PreparedBackup, prepareBackup } from "../compose/backup.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { shellWord } from "../kernel/shell-word.ts";
import { refuseOnPostgres } from "./embedded-only.ts";
import { exitingWith2 } from "./exiting-with-2.ts";
import { createProgressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";

export type BackupOptions = { dryRun?: boolean };

/** `headwater backup`: says what it will copy, copies it beside a running service, and says what it copied. */
export async function backup(terminal: Terminal, folder: string, options: BackupOptions): Promise<void> {
  const settings = readSettings(terminal.environment);
  refuseOnPostgres(settings, "backup");
  const { dataFolder } = settings;
  const target = resolve(folder);
  const prepared = await exitingWith2(prepareBackup(settings, target));
  try {
    await takePrepared(terminal, prepared, {
      from: resolve(dataFolder),
      target,
      dryRun: options.dryRun ?? false,
    });
  } finally {
    await prepared.close();
  }
}

async function takePrepared(
  { stdout }: Terminal,
  prepared: PreparedBackup,
  { from, target, dryRun }: { from: string; target: string; dryRun: boolean },
): Promise<void> {
  const { plan } = prepared;
  stdout.write(
    `${dryRun ? "Would back up" : "Backing up"} ${from} to ${target}: the database and ${counted(plan.files, "file")}, ${inWords(plan.bytes)}; ${inWords(plan.freeBytes)} free there.\n`,
  );
  if (dryRun) return;

  const started = performance.now();
  const progress = createProgressLine(stdout);
  const stop = stopCleanly(prepared.abandon);
  const result = await exitingWith2(
    prepared.take(progress.show).catch(async (error: unknown) => {
      await prepared.abandon();
      throw error;
    }),
  ).finally(() => {
    stop();
    progress.clear();
  });
  const { counts } = result;
  stdout.write(
    [
      `Backed up ${counted(counts.sources, "source")} of ${counted(counts.projects, "project")} with ${counted(result.blobs, "file")} and ${counted(counts.conversations, "conversation")}: ${inWords(result.bytes)} in ${((performance.now() - started) / 1_000).toFixed(1)} s.`,
      "Left out: the search index, which the service rebuilds from the database.",
      `The local token is in it: keep the folder private. Bring it back with: HEADWATER_DATA=<new folder> headwater restore ${shellWord(target)}`,
      "",
    ].join("\n"),
  );
  const { problems } = result;
  if (problems.length === 0) return;
  for (const { path, problem } of problems) stdout.write(`${problem}  ${path}\n`);
  throw new OperatorError(
    `The backup is finished, but ${counted(problems.length, "file")} ${problems.length === 1 ? "was" : "were"} missing or damaged in the data folder before. An older backup may have ${problems.length === 1 ? "it" : "them"}.`,
  );
}

/** After Ctrl-C, removes what was copied, so that no half backup is left behind. */
function stopCleanly(abandon: () => Promise<void>): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stop = () => {
    process.stderr.write("\nheadwater: Stopped; what was copied is removed.\n");
    void abandon().finally(() => process.exit(130));
  };
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
