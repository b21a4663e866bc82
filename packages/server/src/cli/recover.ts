import { holdingDays } from "../builds/clear-leftovers.ts";
import { projectsOf } from "../builds/recover-sources.ts";
import type { RecoveryPlan } from "../builds/recovery-plan.ts";
import type { RebuiltDatabase } from "../compose/rebuild-database.ts";
import { openRecovery } from "../compose/recover.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { refuseOnPostgres } from "./embedded-only.ts";
import type { Terminal } from "./terminal.ts";
import { refuseOnS3 } from "./with-files-elsewhere.ts";

export type RecoverOptions = { dryRun?: boolean };

/** The exit code when some sources were recovered and others were not. All is 0, none is 1. */
const recoveredInPart = 2;

/**
 * `headwater recover`: rebuilds a lost database from the stored files and their sidecars. With `--dry-run` it prints
 * the same and exits with the same code, but changes nothing.
 */
export async function recover({ environment, stdout }: Terminal, { dryRun }: RecoverOptions): Promise<void> {
  const settings = readSettings(environment);
  refuseOnPostgres(settings, "recover");
  refuseOnS3(settings, "recover");
  const recovery = await openRecovery(settings.dataFolder);
  const { root } = recovery;
  try {
    const say = (lines: string[]) => void stdout.write(`${lines.join("\n")}\n`);
    say([`Reading the files stored in ${root}, each with its hash …`]);
    const plan = await recovery.plan();
    say(intention(root, plan));
    if (plan.contents.length === 0) {
      throw new OperatorError(
        `Nothing can be recovered in ${root}, and nothing was changed. Put the database back, or run 'headwater restore <backup>' into a new folder.`,
      );
    }
    say(dryRun ? ["", "This was a dry run: nothing was changed."] : done(await recovery.rebuild(plan)));
    if (plan.losses.length + plan.nameless.length > 0) process.exitCode = recoveredInPart;
  } finally {
    recovery.close();
  }
}

const intention = (root: string, { contents, losses, nameless }: RecoveryPlan): string[] => {
  const projects = projectsOf(contents);
  const sources = projects.reduce((sum, project) => sum + project.sources, 0);
  return [
    `A new database for ${root}, from the files stored there: ${count(sources, "source")} in ${count(projects.length, "project")}`,
    ...projects.map(
      ({ name, projectId, sources }) => `  ${name} (${projectId}): ${count(sources, "source")}`,
    ),
    "They keep their file ids and are read again, each by its method.",
    "Gone with the old database: conversations and answers, tokens, builds, flows and prompts, projects without sources; elements and",
    "chunks until their source is read again.",
    ...listed(
      `${count(losses.length, "source or sidecar", "sources or sidecars")} can't be recovered:`,
      losses,
    ),
    ...listed(
      `${count(nameless.length, "stored file", "stored files")} without a usable sidecar; their names are unknown:`,
      nameless.map(
        ({ projectId, contentHash }) => `files/${projectId}/${contentHash.slice(0, 2)}/${contentHash}`,
      ),
    ),
    ...(losses.length + nameless.length > 0
      ? [
          `What can't be recovered stays where it is until the service starts, which sets it aside in 'holding' for ${holdingDays} days.`,
        ]
      : []),
  ];
};

const done = ({ projects, kept }: RebuiltDatabase): string[] => [
  "",
  "Done. The old tokens open nothing any more; the new ones, shown only now:",
  ...projects.map(({ name, secret }) => `  ${name}   ${secret}`),
  "The first one is also in the file 'token'. Start the service: it reads the sources again.",
  ...listed("What was left of the old database is kept; remove it when it is of no more use:", kept),
];

const listed = (head: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", head, ...lines.map((line) => `  ${line}`)];

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
