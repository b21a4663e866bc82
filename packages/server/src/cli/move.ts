import { resolve } from "node:path";
import { counted } from "../backup/sizes.ts";
import { cancelStoreMove, openMove } from "../compose/move/index.ts";
import type { StorePlace } from "../compose/move/move-source.ts";
import type { MoveResult } from "../compose/move/move-store.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { shellWord } from "../kernel/shell-word.ts";
import { exitingWith2 } from "./exiting-with-2.ts";
import { createMoveProgress } from "./move-progress.ts";
import type { Terminal } from "./terminal.ts";

export type MoveOptions = { toDatabase?: string; toFiles?: string; back?: string; cancel?: boolean };

/**
 * `headwater move`: copies a data folder to PostgreSQL, and its files to S3 or another folder; with `--back` the other way
 * round. Services of the old place go on answering questions. With `--cancel` they may change things again.
 */
export async function move(terminal: Terminal, options: MoveOptions): Promise<void> {
  const { stdout } = terminal;
  const ends = endsOf(terminal.environment, options);
  if (options.cancel) {
    const cancelled = await exitingWith2(cancelStoreMove(ends.from));
    stdout.write(
      cancelled === null
        ? "It is not being moved: nothing was changed.\n"
        : `The move to ${cancelled.place} is cancelled: services may be started here again and change what is stored. What was copied stays there: empty that place before it is used again.\n`,
    );
    return;
  }
  const { from, to } = ends;
  if (to === null)
    throw new OperatorError(
      "Say where to: --to-database <postgres://…> with --to-files <s3://… or a new folder>; or --back <new folder>.",
      { exitCode: 2 },
    );
  const opened = await exitingWith2(openMove(from, to));
  const progress = createMoveProgress(stdout);
  const started = performance.now();
  try {
    stdout.write(
      `Moving ${opened.place.from} to ${opened.place.to}${opened.place.files === null ? "" : `, and its files to ${opened.place.files}`}. Nothing can be changed meanwhile; questions are answered. Interrupted, the same command goes on where it was; --cancel gives it up.\n`,
    );
    const result = await exitingWith2(opened.run(progress.show)).finally(progress.clear);
    report(stdout, result, { from, to }, performance.now() - started);
  } finally {
    await opened.close();
  }
}

function report(
  stdout: NodeJS.WriteStream,
  { rows, files, keptFiles, lost }: MoveResult,
  { from, to }: { from: StorePlace; to: StorePlace },
  took: number,
): void {
  stdout.write(
    [
      `Moved ${counted(rows, "row")}${keptFiles ? "; the files stay where they are" : ` and ${counted(files, "file")}`} in ${(took / 1_000).toFixed(1)} s. Every row and every byte was compared.`,
      "Stop the old service, and start the new one with these settings:",
      ...settingsFor(from, to).map((line) => `  ${line}`),
      "All others stay as they are. Search index and vectors were copied: nothing is read or embedded again.",
      "Left out: holding/ (set aside), models/ (fetch or add them again), pages/ (made again).",
      "The old place keeps everything, and changes nothing until 'headwater move --cancel' with its settings.",
      "",
    ].join("\n"),
  );
  if (lost.length === 0) return;
  for (const { projectId, contentHash, problem } of lost)
    stdout.write(`${problem}  ${projectId}/${contentHash}\n`);
  throw new OperatorError(
    `All is moved but ${counted(lost.length, "file")} that ${lost.length === 1 ? "was" : "were"} missing or damaged before. A backup may have ${lost.length === 1 ? "it" : "them"}.`,
  );
}

function settingsFor(from: StorePlace, to: StorePlace): string[] {
  const own = `HEADWATER_DATA=${shellWord(resolve(to.dataFolder))}`;
  if (to.postgres === null) return [own, "HEADWATER_DATABASE, HEADWATER_FILES and HEADWATER_ROLE: unset"];
  const database = `HEADWATER_DATABASE=${withoutPassword(to.postgres)}`;
  if (to.files === null) return [database, own, "HEADWATER_FILES: unset"];
  return [
    database,
    `HEADWATER_FILES=${to.files.address}`,
    `HEADWATER_DATA=<a new folder> (${resolve(from.dataFolder)} has a database of its own)`,
  ];
}

const withoutPassword = (address: string): string => {
  const shown = address.replace(/^(\w+:\/\/[^:/@]*:)[^@]*@/, "$1…@");
  return shown === address ? address : `${shown} (with its password)`;
};

/** What is moved, and where to; `to` is null where nothing says so. */
function endsOf(
  environment: Terminal["environment"],
  { toDatabase, toFiles, back, cancel }: MoveOptions,
): { from: StorePlace; to: StorePlace | null } {
  const read = readSettings(environment);
  // A pooler would take apart what a move holds in its session.
  const settings = { ...read, postgres: read.postgresDirect ?? read.postgres };
  if (cancel) return { from: settings, to: null };
  if (back !== undefined) {
    if (settings.postgres === null || toDatabase !== undefined || toFiles !== undefined)
      throw new OperatorError(
        "--back moves from HEADWATER_DATABASE to a new folder: set that, and leave out --to-database and --to-files.",
        { exitCode: 2 },
      );
    return { from: settings, to: { dataFolder: back, postgres: null, files: null } };
  }
  const from = { ...settings, postgres: null };
  const files = toFiles ?? settings.files?.address;
  if (files === undefined || (toDatabase ?? settings.postgres) === null) return { from, to: null };
  const isBucket = files.startsWith("s3://");
  const to = {
    ...readSettings({ ...environment, HEADWATER_FILES: isBucket ? files : "" }),
    postgres: toDatabase ?? settings.postgres,
  };
  return { from, to: isBucket ? to : { ...to, dataFolder: files } };
}
