import { resolve } from "node:path";
import { counted, inWords } from "../backup/sizes.ts";
import { prepareRestore } from "../compose/restore.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { refuseOnPostgres } from "./embedded-only.ts";
import { exitingWith2 } from "./exiting-with-2.ts";
import { createProgressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";
import { refuseOnS3 } from "./with-files-elsewhere.ts";

export type RestoreOptions = { dryRun?: boolean };

/** `headwater restore`: checks the whole backup, prints what it will write, and writes it into HEADWATER_DATA. */
export async function restore(terminal: Terminal, folder: string, options: RestoreOptions): Promise<void> {
  const { stdout } = terminal;
  const settings = readSettings(terminal.environment);
  refuseOnPostgres(settings, "restore");
  refuseOnS3(settings, "restore");
  const target = resolve(settings.dataFolder);
  const source = resolve(folder);
  const started = performance.now();
  const progress = createProgressLine(stdout);
  const { backup, run } = await exitingWith2(prepareRestore(source, target, progress.show)).finally(
    progress.clear,
  );
  const { manifest } = backup;
  const { counts, problems } = manifest;
  stdout.write(
    `${source} is whole: ${counted(manifest.files.length, "file")}, ${inWords(backup.bytes)}, every hash as its manifest says.\n`,
  );
  for (const path of backup.extra) stdout.write(`Not part of the backup, left out: ${path}\n`);
  stdout.write(
    `${options.dryRun ? "Would restore" : "Restoring"} ${counted(counts.sources, "source")} of ${counted(counts.projects, "project")} into ${target}.\n`,
  );
  if (options.dryRun) return;

  await exitingWith2(run(progress.show)).finally(progress.clear);
  stdout.write(
    [
      `Restored ${counted(counts.sources, "source")}, ${counted(counts.blobs, "file")} and ${counted(counts.conversations, "conversation")} in ${((performance.now() - started) / 1_000).toFixed(1)} s.`,
      `The folder is as it was at ${manifest.created}: what was deleted after that is back, tokens included; delete it again where it must not be.`,
      "Start it with: headwater serve. The search index is rebuilt from the database.",
      "",
    ].join("\n"),
  );
  if (problems.length === 0) return;
  for (const { path, problem } of problems) stdout.write(`${problem}  ${path}\n`);
  throw new OperatorError(
    `${counted(problems.length, "file")} ${problems.length === 1 ? "was" : "were"} missing or damaged when the backup was made. An older backup may have ${problems.length === 1 ? "it" : "them"}.`,
  );
}
